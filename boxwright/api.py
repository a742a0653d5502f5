"""The functions of the public API: what can be played, opening it, and measuring players on it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

from boxwright.blackboxes.entries import entry_ids, load_current, open_entry
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import find_workspace, match
from boxwright.harness.analysis.metrics import Score, scores, tests_of
from boxwright.harness.evaluation.plan import EvalSettings, Evaluation, read_settings
from boxwright.harness.evaluation.store import Store
from boxwright.harness.evaluation.worker import check_concurrency, failures
from boxwright.harness.evaluation.worker import evaluate as run
from boxwright.harness.players.builtin import PREFIX, named_player
from boxwright.harness.players.player import BadPlayer, Player
from boxwright.harness.players.plugin import PREFIX as PLUGIN
from boxwright.harness.players.plugin import Plugin, why_no_maker
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
    Raises: BoxwrightError (UnknownBox, Tampered, or the box is stale: build it again first), SandboxUnavailable.
    """
    entry = load_current(find_workspace(folder or Path.cwd()), identifier)
    own = launcher or open_or_absent(needed=entry.environment.executes)
    opened = open_entry(entry, own)
    opened.on_exit = None if launcher else own.close
    return opened


def evaluate(
    players: str | Sequence[str] | Mapping[str, Callable[[], Player]],
    environments: str | Sequence[str],
    *,
    folder: Path | None = None,
    out: Path | None = None,
    launcher: Launcher | None = None,
    concurrency: int = 4,
    **settings: Any,
) -> list[Score]:
    """Measure players at turn@shot; return their scores per environment, per family and over all.

    `players` are names (`builtin/random`, `player/NAME`), or names with what makes a new player for each episode.
    `environments` are ids or patterns (`encryption/*`). One name, id or pattern may stand alone. `settings` are those
    of `boxwright eval`: turns, shots, samples, runs, seed, options ... Results are kept in the folder `out`; without
    it, nowhere.
    Raises: BoxwrightError, UnknownModel, SandboxUnavailable; a failed episode is a RuntimeError that names the first.
    """
    check_concurrency(concurrency)
    measured = _players(players)
    place = find_workspace(folder or Path.cwd())
    patterns = [environments] if isinstance(environments, str) else environments
    boxes = {i: load_current(place, i) for i in match(patterns, entry_ids(place), "environment")}
    chosen = _settings(settings, measured, boxes)
    with ExitStack() as stack:
        needed = any(box.environment.executes for box in boxes.values())
        opened = launcher or stack.enter_context(closing(open_or_absent(needed=needed)))
        where = out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        evaluation = Evaluation(chosen, boxes, measured, opened)
        evaluation.check()
        store = Store.create(where, evaluation.provenance())
        stack.callback(store.close)
        run(evaluation, store, concurrency=concurrency)
        if failed := failures(store.failed()):
            played = len(failed) + len(store.done())
            raise RuntimeError(f"{len(failed)} of {played} episodes failed, first: {failed[0]}")
        return scores(store.records(), list(measured), partial(tests_of, evaluation.settings.model_dump()))


def _players(given: str | Sequence[str] | Mapping[str, Callable[[], Player]]) -> dict[str, Plugin | None]:
    """Return what plays under each name; None for a builtin player. Raises: BadPlayer, UnknownModel."""
    if not isinstance(given, Mapping):
        names = [given] if isinstance(given, str) else list(given)
        for name in names:
            if not isinstance(name, str):
                raise BadPlayer(f"players must be names, or a mapping of names to what makes a player, not {name!r}")
        return {name: named_player(name) for name in names}
    for name, make in given.items():
        if not isinstance(name, str) or not name.strip() or name.startswith((PREFIX, PLUGIN)):
            raise BadPlayer(f"a player of your own cannot be named {name!r}; use a name that begins otherwise")
        if fault := why_no_maker(make):
            raise BadPlayer(f"the player {name!r} {fault}")
    return {name: Plugin(name, make) for name, make in given.items()}


def _settings(given: Mapping[str, Any], players: Mapping[str, object], boxes: Mapping[str, object]) -> EvalSettings:
    """Read the settings of an evaluation. Raises: BoxwrightError naming the setting, and what it may be."""
    if not players or not boxes:
        raise BoxwrightError(f"no {'environments' if players else 'players'} are named; name one or more")
    return read_settings(given, list(players), list(boxes), "evaluate")
