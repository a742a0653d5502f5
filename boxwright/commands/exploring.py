"""`eval --explorations`: the recorded explorations of some players, given to the inference of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from boxwright.blackboxes.faults import BoxwrightError

if TYPE_CHECKING:
    from boxwright.blackboxes.environment import Entry
    from boxwright.harness.chat import ChatModel
    from boxwright.harness.evaluation.plan import Evaluation
    from boxwright.harness.players.plugin import Plugin
    from boxwright.sandbox import Launcher

OF_THE_RUN = {
    **{name: name for name in ("turns", "shots", "samples", "runs", "seed", "settings", "sample_set", "answers")},
    **{name: name for name in ("non_adaptive", "may_stop", "no_learning", "confidence", "pairs", "option")},
    **{name: name for name in ("sealed", "change")},
    "patterns": "boxes",
    "per": "for",
}
"""Parameters that the explored run decides, with the names of their options."""


def explored_boxes(folder: Path) -> Sequence[str]:
    """Return the boxes of a run. Raises: BoxwrightError, also where an option is given that the run decides."""
    from boxwright.harness.evaluation.store import Store

    context = click.get_current_context()
    for name, option in OF_THE_RUN.items():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = option.replace("_", "-")
            raise BoxwrightError(f"--{option} has no effect with --explorations, whose run decides it; leave it out")
    with closing(Store.open(folder)) as store:
        return list(store.settings["boxes"])


def exploring(
    folder: Path,
    explorers: str | None,
    boxes: Mapping[str, Entry],
    players: Mapping[str, ChatModel | Plugin | None],
    opened: Launcher,
) -> Evaluation:
    """Return the evaluation of all players after all explorers, with the settings of the explored run.

    Raises: BoxwrightError, also where a box is not what was explored.
    """
    from boxwright.harness.evaluation.explorations import check_hears, read_explorations
    from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
    from boxwright.harness.evaluation.store import Store

    check_hears(players, boxes.values())
    wanted = [name.strip() for name in (explorers or "").split(",") if name.strip()]
    with closing(Store.open(folder)) as store:
        found = read_explorations(store, wanted, list(players))
    then = {name: value for name, value in found.settings.items() if name in EvalSettings.model_fields}
    settings = EvalSettings.model_validate({**then, "models": tuple(found.columns)})
    models = {column: players[reasoner] for column, (reasoner, _) in found.columns.items()}
    evaluation = Evaluation(settings, boxes, models, opened, found)
    evaluation.check()
    now = evaluation.provenance()
    for fact in ("facts", "revisions"):
        changed = sorted(box for box in boxes if found.settings.get(fact, {}).get(box) != now[fact][box])
        if changed:
            raise BoxwrightError(f"{', '.join(changed)}: not as explored in {folder} ({fact}); explore again")
    return evaluation
