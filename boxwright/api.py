"""The functions of the public API: what can be played, opening it, and measuring players on it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from boxwright.blackboxes.entries import entry_ids, load_entry
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.workspace import find_workspace, match
from boxwright.harness.analysis.metrics import Score, scores, tests_of
from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
from boxwright.harness.evaluation.store import Store
from boxwright.harness.evaluation.worker import evaluate as run
from boxwright.harness.evaluation.worker import failures
from boxwright.harness.players.builtin import named_player
from boxwright.harness.players.player import Player
from boxwright.harness.players.plugin import Plugin
from boxwright.sandbox import Launcher
from boxwright.sandbox.absent import open_or_absent


def list_environments(folder: Path | None = None) -> list[str]:
    """Return the ids that can be played, sorted: those of the workspace around `folder`, and the shipped ones.

    Raises: BoxwrightError for a workspace or an installed package that cannot be used.
    """
    return entry_ids(find_workspace(folder or Path.cwd()))


def load(identifier: str, folder: Path | None = None, *, launcher: Launcher | None = None) -> Opened:
    """Open an environment by its id, e.g. `encryption/zigzag_cipher`, to be played by `Episode`.

    Use it as a context manager: leaving it frees the sandbox that it runs in (not one handed over as `launcher`).
    Raises: UnknownBox, Tampered, SandboxUnavailable.
    """
    entry = load_entry(find_workspace(folder or Path.cwd()), identifier)
    own = launcher or open_or_absent(needed=entry.environment.executes)
    opened = entry.open(own)
    opened.on_exit = None if launcher else own.close
    return opened


def evaluate(
    players: Sequence[str] | Mapping[str, Callable[[], Player]],
    environments: Sequence[str],
    *,
    folder: Path | None = None,
    out: Path | None = None,
    launcher: Launcher | None = None,
    concurrency: int = 4,
    **settings: Any,
) -> list[Score]:
    """Measure players at turn@shot; return their scores per environment, per family and over all.

    `players` are names (`builtin/random`, `player/NAME`), or names with what makes a new player for each episode.
    `environments` are ids or patterns (`encryption/*`). `settings` are those of `boxwright eval`: turns, shots,
    samples, runs, seed, options ... Results are kept in the folder `out`; without it, nowhere.
    Raises: BoxwrightError, UnknownModel, SandboxUnavailable; a failed episode is a RuntimeError that names the first.
    """
    named = {name: named_player(name) for name in players} if not isinstance(players, Mapping) else {}
    own = {name: Plugin(name, make) for name, make in players.items()} if isinstance(players, Mapping) else {}
    place = find_workspace(folder or Path.cwd())
    boxes = {i: load_entry(place, i) for i in match(environments, entry_ids(place), "environment")}
    with ExitStack() as stack:
        needed = any(box.environment.executes for box in boxes.values())
        opened = launcher or stack.enter_context(closing(open_or_absent(needed=needed)))
        where = out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        chosen = EvalSettings(models=tuple(players), boxes=tuple(boxes), **{"samples": 8, **settings})
        evaluation = Evaluation(chosen, boxes, {**named, **own}, opened)
        evaluation.check()
        store = Store.create(where, evaluation.provenance())
        stack.callback(store.close)
        run(evaluation, store, concurrency=concurrency)
        records = list(store.records())
    if failed := failures(records):
        raise RuntimeError(f"{len(failed)} of {len(records)} episodes failed, first: {failed[0]}")
    return scores(records, list(players), tests_of(evaluation.settings.model_dump()))
