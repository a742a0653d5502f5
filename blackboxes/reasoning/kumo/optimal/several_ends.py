"""Ends of the interval of a game with several valid truths.

Below: a player who is told all valid truths but one needs no more than one who is not, since it can play as if it did
not know. What it plays is a game with one valid truth, whose lower end `solver.py` finds. Above: what a greedy player
needs in games that are drawn by the semantics' own law.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, mask_of, members
from boxwright.blackboxes.reasoning.kumo.optimal.sampled import CONFIDENCE
from boxwright.blackboxes.reasoning.kumo.optimal.tables import touching_of
from boxwright.blackboxes.reasoning.kumo.optimal.worlds import AT_ONCE, covers, walk, ways
from boxwright.blackboxes.seeds import derive

LEAST_TOLD = 30
"""A sample of fewer ways to tell truths gives no bound."""

Rest = Callable[[int, float], float]
"""(truths that are told, seconds) -> a lower end of what is still needed."""


def sets_among(alive: int, number: int) -> Iterator[int]:
    """Yield every set of so many of these truths, as a mask."""
    return (mask_of(chosen) for chosen in combinations(members(alive), number))


@dataclass(frozen=True)
class Told:
    """A lower end; certain unless it was sampled."""

    lower: float
    tried: int
    sampled: bool

    def __str__(self) -> str:
        told = f"all valid truths but one told, in {self.tried:,} ways"
        return f"{told} that were drawn, confidence {CONFIDENCE:.0%}" if self.sampled else ""


def told(game: Game, known: int, honest: bool) -> Game | None:
    """Return the game that is left, with one valid truth, for who knows that these truths are valid; None if none is.

    No outcome that rules out a known truth can show. `honest`: without the truths that, with the known ones, an action
    rules out whatever it shows, so that none of them is the answer.
    """
    kept = [[mask for mask in states if not mask & known] for states in game.states]
    if not all(kept):
        return None
    others = members(game.everything & ~known)
    if honest:
        others = [t for t in others if all(any(not (mask >> t) & 1 for mask in states) for states in kept)]
    if not others:
        return None

    def narrow(mask: int) -> int:
        return mask_of([place for place, t in enumerate(others) if (mask >> t) & 1])

    return Game(
        tuple(game.truths[t] for t in others), game.actions, tuple(tuple(map(narrow, states)) for states in kept)
    )


def told_lower(known: Sequence[int], rest: Rest, until: float, everything: bool, least: float) -> Told | None:
    """Return the mean over the ways to tell truths, less what chance may add where these are a sample.

    `everything`: these are all ways, equally likely; then those that the time does not allow count as `least`, if that
    is better. None where there are too few.
    """
    found: list[float] = []
    for i, mask in enumerate(known):
        left = until - time.perf_counter()
        if left <= 0.0:
            break
        found.append(rest(mask, left / (len(known) - i)))
    if everything and len(found) == len(known):
        return Told(math.fsum(found) / len(found), len(found), False)
    ends = []
    if everything:
        ends.append(Told((math.fsum(found) + least * (len(known) - len(found))) / len(known), len(found), False))
    if len(found) >= LEAST_TOLD:
        chance = stats.t.ppf(CONFIDENCE, len(found) - 1) * np.std(found, ddof=1) / math.sqrt(len(found))
        ends.append(Told(max(0.0, math.fsum(found) / len(found) - float(chance)), len(found), True))
    return max(ends, key=lambda end: end.lower, default=None)


class SetWorlds:
    """The worlds of the sets of `number` truths (`informed`): one outcome per action, that leave this set alone."""

    def __init__(self, game: Game, number: int) -> None:
        self._truths, self._number, self._states = len(game.truths), number, game.states
        self._rng = np.random.default_rng(derive("kumo/set worlds", repr(game.states), number))
        self._drawn: dict[int, list[NDArray[np.int64]]] = {}
        self._none: set[int] = set()
        self._all = np.full((len(game.states), max(map(len, game.states))), -1, np.int64)
        for a, states in enumerate(game.states):
            self._all[a, : len(states)] = states
        self._touching = touching_of(game)

    def valid(self, until: float) -> int | None:
        """Return a set drawn uniformly from those that have a world; None if the time allows for none."""
        while time.perf_counter() < until:
            chosen = mask_of(self._rng.choice(self._truths, self._number, replace=False).tolist())
            if self.some(chosen):
                return chosen
        return None

    def some(self, chosen: int) -> bool:
        """Whether a set has a world."""
        if chosen not in self._drawn and chosen not in self._none:
            self._count(chosen)
        return chosen not in self._none

    def one(self, chosen: int) -> NDArray[np.int64]:
        """Return (m,): the outcomes of a world of a set that has one, each as likely as another."""
        if not self._drawn.get(chosen):
            self._count(chosen)
        return self._drawn[chosen].pop()

    def over(self, chosen: int, alive: int, left: int) -> bool:
        """Whether no other set of the survivors can be the answer, so that play ends."""
        return not any(
            each != chosen and self.some(each) and covers(self._all, self._touching, alive & ~each, each, left)
            for each in sets_among(alive, self._number)
        )

    def part(self, chosen: int) -> int:
        """Return all members of a set but one, which is drawn."""
        return chosen & ~(1 << int(self._rng.choice(members(chosen))))

    def _count(self, chosen: int) -> None:
        others = [t for t in range(self._truths) if not (chosen >> t) & 1]
        out = np.full(self._all.shape, -1, np.int64)
        for a, states in enumerate(self._states):
            for s, mask in enumerate(states):
                if not mask & chosen:
                    out[a, s] = mask_of([place for place, t in enumerate(others) if (mask >> t) & 1])
        found = ways(out, len(others) + 1)
        if found[0, -1] > 0.0:
            self._drawn[chosen] = list(walk(out, found, self._rng.random((AT_ONCE, len(self._states)))))
        else:
            self._none.add(chosen)
