"""Checks of registered entries: all gates of a black-box; domain, puzzles and yardsticks of a reasoning game."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import islice
from typing import Any

from boxwright.blackboxes.box import open_box
from boxwright.blackboxes.entries import open_entry
from boxwright.blackboxes.environment import BASELINES, Entry
from boxwright.blackboxes.environments import boundary
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.reasoning_game import ReasoningGame
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.gates import GateSettings, run_gates
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Launcher

PUZZLES = 5
"""Number of puzzles certified per id."""
PLAYED = 40
"""Puzzles per player: few enough to be quick, and enough to keep luck within the margin."""
TURNS = 3
MARGIN = 0.3
"""Allowed excess over chance for a player who learns nothing: exceeded by luck less than once in 10,000 checks."""


def faults_of(entry: Entry, launcher: Launcher, seed: int | None = None) -> list[str]:
    """Return the faults of a registered entry, one sentence each. Raises: SandboxUnavailable.

    `seed` repeats what an earlier check of a black-box drew; without one it is drawn afresh.
    """
    environment = entry.environment
    if isinstance(environment, ReasoningGame):
        with boundary(environment.name, f"the check of {entry.id}"):
            return list(environment.faults(entry)) or list(_game_faults(environment, entry, launcher))
    assert isinstance(entry, Accepted)
    settings = settings_of(secrets.randbelow(2**31) if seed is None else seed)
    with open_box(entry, launcher) as box:
        faults = [finding.sentence() for result in run_gates(box, settings) for finding in result.findings]
    return [*faults, f"to repeat this: boxwright check {entry.id} --seed {settings.seed}"] if faults else []


def settings_of(seed: int) -> GateSettings:
    """Return what a check asks of the gates. Each check draws others."""
    return GateSettings(seed=seed).again()


def _game_faults(game: ReasoningGame[Any], entry: Entry, launcher: Launcher) -> Iterator[str]:
    seed = derive("check", entry.id)
    options = game.read_options({})
    try:
        puzzles = list(islice(game.generate(entry, options, seed), PUZZLES))
        again = list(islice(game.generate(entry, options, seed), PUZZLES))
    except BoxwrightError as error:
        yield f"no puzzle can be generated: {error}"
        return
    if not puzzles:
        yield "no puzzle can be generated"
        return
    if puzzles != again:
        yield "the same seed gave different puzzles the second time"
    for number, puzzle in enumerate(puzzles, start=1):
        yield from (f"puzzle {number}: {fault}" for fault in game.certify(puzzle))
    yield from _player_faults(entry, launcher, seed)


def _player_faults(entry: Entry, launcher: Launcher, seed: int) -> Iterator[str]:
    turns = entry.environment.turns(entry.id, TURNS)
    plan = Plan(turns=turns, shots=1, samples=PLAYED, seed=seed)
    try:
        with open_entry(entry, launcher) as opened:
            chance = opened.chance_level(seed)
            means = {}
            for kind in BASELINES:
                samples = play(opened, plan, BuiltinPlayer(kind, seed)).samples
                means[kind] = sum(sample.value for sample in samples) / max(1, len(samples))
    except (EpisodeFailed, BadOutput, BoxwrightError) as error:
        yield f"it cannot be played: {error}"
        return
    if means["oracle"] < 1.0:
        yield f"a player who knows the truth scores {means['oracle']:.0%}"
    for kind in BASELINES[1:]:
        if means[kind] > chance + MARGIN:
            yield f"the {kind} player, who learns nothing, scores {means[kind]:.0%} (chance: {chance:.0%})"
