"""A lower end for `informed`: play is no dearer where the outcomes of some actions are shown for nothing.

Whoever is shown them can still play any policy, and saves what it would have spent on those actions. So the mean value
of what is left, over worlds that are drawn, less what chance may add, bounds the value from below with a stated
confidence. What is left has few actions, and is searched in milliseconds; a search that is cut short gives a lower end
of its own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, mask_of
from boxwright.blackboxes.reasoning.kumo.optimal.worlds import Worlds
from boxwright.blackboxes.seeds import derive

CONFIDENCE = 0.99
"""One-sided."""
PILOT = 8
"""Worlds in which each way to show actions is tried; the best way then has worlds of its own."""
LEAST = 30
"""Fewer worlds give no bound."""
FEWEST_KEPT = 8

Rest = Callable[[int, int, float], float]
"""(survivors, actions left, seconds) -> a lower end of the value."""


@dataclass(frozen=True)
class Shown:
    """A lower end that holds with CONFIDENCE."""

    lower: float
    worlds: int
    actions: int

    def __str__(self) -> str:
        return f"{self.actions} actions shown for nothing in {self.worlds:,} drawn worlds, confidence {CONFIDENCE:.0%}"


class _Showing:
    """Draws worlds of a game and values what is left where some actions are shown."""

    def __init__(self, game: Game, worlds: Worlds, possible: Sequence[int], rest: Rest) -> None:
        self.game, self.worlds, self.possible, self.rest = game, worlds, list(possible), rest
        self.rng = np.random.default_rng(derive("kumo/shown", repr(game.states)))

    def one(self, shown: Sequence[int], until: float) -> float:
        """Return a lower end of what is left in a drawn world; the less time there is until then, the lower it is."""
        t = self.possible[int(self.rng.integers(len(self.possible)))]
        outcomes = self.worlds.one(t)
        alive = self.game.everything
        for a in shown:
            alive &= ~self.game.states[a][int(outcomes[a])]
        within = max(0.0, until - time.perf_counter())
        return self.rest(alive, self.game.all_actions & ~mask_of(list(shown)), within)

    def ways(self) -> list[list[int]]:
        """Return sets of actions to show: those that rule out the fewest truths, or the most."""
        by_gain = sorted(
            range(len(self.game.actions)),
            key=lambda a: sum(mask.bit_count() for mask in self.game.states[a]) / len(self.game.states[a]),
        )
        numbers = range(len(by_gain) - FEWEST_KEPT, 1, -2)
        return [order[:number] for number in numbers for order in (by_gain, by_gain[::-1])]


def shown_lower(game: Game, worlds: Worlds, possible: Sequence[int], rest: Rest, seconds: float) -> Shown | None:
    """Return a lower end for the start of a game; None where the time allows for too few worlds.

    `possible`: the truths that may be valid, all equally likely.
    """
    began = time.perf_counter()
    middle, until = began + seconds / 2, began + seconds
    showing = _Showing(game, worlds, possible, rest)
    best: tuple[float, list[int]] = (0.0, [])
    for way in showing.ways():
        before = time.perf_counter()
        pilot = [showing.one(way, middle) for _ in range(PILOT) if time.perf_counter() < middle]
        if len(pilot) < PILOT:
            break
        each = (time.perf_counter() - before) / PILOT
        within = max(LEAST, seconds / 2 / each)
        if LEAST * each < seconds / 2:
            best = max(best, (float(np.mean(pilot)) - _margin(pilot, within), way))
    _, way = best
    if not way:
        return None
    found: list[float] = []
    before = time.perf_counter()
    each = 0.0
    while time.perf_counter() + each < until:
        found.append(showing.one(way, until))
        each = (time.perf_counter() - before) / len(found)
    if len(found) < LEAST:
        return None
    return Shown(max(0.0, float(np.mean(found)) - _margin(found, len(found))), len(found), len(way))


def _margin(values: Sequence[float], number: float) -> float:
    """Return what chance may add to the mean of so many such values (Student's t, as many values as were seen)."""
    return float(stats.t.ppf(CONFIDENCE, len(values) - 1)) * float(np.std(values, ddof=1)) / math.sqrt(number)
