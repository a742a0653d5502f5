"""`eval --qualify`: the baseline test of the ORACLE paper, which a model passes before it is evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import Workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.harness.chat import ChatModel
    from boxwright.harness.evaluation.plan import Evaluation
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.players.plugin import Plugin
    from boxwright.sandbox import Launcher

BASELINES = ("encryption/char_to_num", "physics/uniform_motion", "code/num_exchange")
"""The three boxes of the baseline test."""
TURNS, SHOTS, SAMPLES, RUNS = 12, 1, 8, 3
PASSED = 0.80
"""A model takes part if its mean over the boxes is above this."""
FOLDER = "qualification"
"""The folder beside --out ends so; `report` reads it like any run."""


def baseline_test(
    place: Workspace, players: Mapping[str, ChatModel | Plugin | None], opened: Launcher
) -> Evaluation | None:
    """Return the test of all but the builtin players; None where there is nobody else. Raises: BoxwrightError."""
    from boxwright.blackboxes.entries import load_current
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation

    tested = {name: player for name, player in players.items() if player is not None}
    if not tested:
        return None
    settings = EvalSettings(models=tuple(tested), boxes=BASELINES, turns=TURNS, shots=SHOTS, samples=SAMPLES, runs=RUNS)
    return Evaluation(settings, {box: load_current(place, box) for box in BASELINES}, tested, opened)


def qualified(
    test: Evaluation | None,
    players: Mapping[str, ChatModel | Plugin | None],
    out: Path,
    *,
    resume: bool,
    concurrency: int,
) -> dict[str, ChatModel | Plugin | None]:
    """Play the test; return who of the players takes part, and say who does not, and why.

    Raises: BoxwrightError where nobody is left.
    """
    from boxwright.commands.playing import play_evaluation

    if test is None:
        echo("--qualify: builtin players are not tested", err=True)
        return dict(players)
    tested = test.models
    folder = out.with_name(f"{out.name}-{FOLDER}")
    with closing(play_evaluation(test, folder, resume=resume, concurrency=concurrency)) as store:
        means = _means(store)
    left = [name for name in players if name not in tested or (means[name] or 0.0) > PASSED]
    for name in tested:
        mean = means[name]
        said = "not all of its episodes could be played" if mean is None else f"{100 * mean:.1f} %"
        kept = "takes part" if name in left else f"is left out; more than {100 * PASSED:.0f} % are needed"
        echo(f"baseline test ({TURNS}@{SHOTS}, {RUNS} runs of {', '.join(BASELINES)}): {name} {kept}: {said}", err=True)
    if not left:
        raise BoxwrightError(f"no model passed the baseline test; {folder} has its results (`boxwright report`)")
    return {name: players[name] for name in left}


def _means(store: Store) -> dict[str, float | None]:
    """Return each model's mean over the boxes; None where a box is not played to its end."""
    from boxwright.harness.report.loaded import load_run

    run = load_run(store)
    found = {score.model: score.accuracy for score in run.scores if score.scope == "*"}
    return {model: found.get(model) for model in run.models}
