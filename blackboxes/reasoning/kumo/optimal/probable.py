"""Optimal play where exclusion is only probable: the fewest expected actions until a truth is sure enough.

Play ends when a truth's posterior reaches `SURE`, or when no action left could change the belief. The expectation is
over the truth, uniform at first, and the outcomes (`instances/probabilistic.py`); that only certified games are kept is
not counted in. Small games are solved exactly, by depth-first branch and bound over (actions left, belief). Beyond the
states allowed an interval is given: below, the search cut off at a depth where a bound stands for the rest; above, the
greedy player, exactly, or played in a sample, with a confidence that is said.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import SURE, best_action, likelihood
from boxwright.blackboxes.seeds import stream

SAMPLED, LEAST_SAMPLED = 1_000, 100
"""Games in which the greedy player is played where its tree is too large; with a time limit, down to the second."""
CONFIDENCE = 0.99
"""One-sided, of an upper end that was sampled."""
_Z = 2.326
"""The standard normal's quantile of CONFIDENCE."""
DIGITS = 10
"""Beliefs that agree so far are the same state; rounding moves a value by far less than SLACK."""
SLACK = 1e-7

Belief = tuple[float, ...]


@dataclass(frozen=True)
class ProbableValue:
    """What a game is worth, in expected actions."""

    lower: float
    upper: float
    best: tuple[int, ...]
    """The best first actions; empty where play ends at once, or where the value is not exact."""
    states: int
    seconds: float
    exact: bool
    upper_by: str = ""
    """How the upper end of an interval was found."""
    why: str = ""
    """Why it is an interval: `time`, or `size` where the states were used up first."""


class _TooMany(Exception):
    """The search has used the states or the time that it may use."""


class ProbableSolver:
    """Optimal play of one game of probabilistic exclusion."""

    def __init__(self, game: Game, strength: float) -> None:
        self.game, self.strength = game, strength
        truths = range(len(game.truths))
        self._chances = [
            [[likelihood(states, place, t, strength) for t in truths] for place in range(len(states))]
            for states in game.states
        ]
        self._useful = sum(1 << a for a, rows in enumerate(self._chances) if any(max(r) > min(r) for r in rows))
        self._gains = [
            [
                max(math.log(r[t] / min(r[u] for u in truths if u != t)) for r in rows) if len(truths) > 1 else 0.0
                for t in truths
            ]
            for rows in self._chances
        ]
        """Per action and truth: how much the log odds of the truth can grow by one outcome."""
        self._known: dict[tuple[int, Belief], float] = {}
        self._states = 0
        self._most, self._until = math.inf, math.inf

    def value(self, most_states: int = 100_000, seconds: float = math.inf) -> ProbableValue:
        """Return the value at the start: exact, or an interval once so many states or half of the time are used up."""
        began = time.perf_counter()
        start = tuple(1.0 / len(self.game.truths) for _ in self.game.truths)
        self._states, self._most, self._until = 0, most_states, began + seconds / 2
        if self._over(start, self._useful):
            return ProbableValue(0.0, 0.0, (), 0, time.perf_counter() - began, True)
        try:
            values: dict[int, float] = {}
            for a in self._promising(start, self._useful):
                most = min(values.values(), default=math.inf) + 2 * SLACK
                values[a] = self._after(start, self._useful, a, most)
        except _TooMany:
            return self._interval(start, began, seconds)
        worth = min(values.values())
        best = tuple(a for a in sorted(values) if values[a] <= worth + SLACK)
        return ProbableValue(worth, worth, best, self._states, time.perf_counter() - began, True)

    def _over(self, belief: Belief, left: int) -> bool:
        return left == 0 or max(belief) >= SURE - SLACK

    def _outcomes(self, belief: Belief, a: int) -> list[tuple[float, Belief]]:
        """Return the outcomes of an action, each with its probability and the belief after it."""
        found = []
        for chances in self._chances[a]:
            joint = [p * q for p, q in zip(belief, chances, strict=True)]
            mass = math.fsum(joint)
            if mass > 0.0:
                found.append((mass, tuple(round(p / mass, DIGITS) for p in joint)))
        return found

    def least(self, belief: Belief, left: int) -> int:
        """Return a lower bound on the actions still taken, whatever they show: a truth's odds must become 9 to 1."""
        if self._over(belief, left):
            return 0
        fewest = left.bit_count()
        for t, p in enumerate(belief):
            wanted = math.log(SURE / (1.0 - SURE)) - (math.log(p / (1.0 - p)) if p > 0.0 else -math.inf)
            steps = 0
            for gain in sorted((self._gains[a][t] for a in members(left)), reverse=True):
                if wanted <= SLACK or steps >= fewest:
                    break
                wanted -= gain
                steps += 1
            fewest = min(fewest, max(1, steps))
        return fewest

    def _after(self, belief: Belief, left: int, a: int, most: float) -> float:
        """Return the value of taking an action first; or some lower bound of it, if that is `most` or more."""
        left &= ~(1 << a)
        outcomes = self._outcomes(belief, a)
        bounds = [self.least(after, left) for _, after in outcomes]
        total = 1.0 + math.fsum(p * bound for (p, _), bound in zip(outcomes, bounds, strict=True))
        for (p, after), bound in zip(outcomes, bounds, strict=True):
            if total >= most:
                return total
            if bound:
                total += p * (self._exact(after, left) - bound)
        return total

    def _exact(self, belief: Belief, left: int) -> float:
        if self._over(belief, left):
            return 0.0
        key = (left, belief)
        if key in self._known:
            return self._known[key]
        self._spend()
        best = math.inf
        for a in self._promising(belief, left):
            best = min(best, self._after(belief, left, a, best))
        self._known[key] = best
        return best

    def _promising(self, belief: Belief, left: int) -> list[int]:
        """Return the actions left, those that make a truth likeliest first."""

        def hope(a: int) -> float:
            return -math.fsum(p * max(after) for p, after in self._outcomes(belief, a))

        return sorted(members(left), key=lambda a: (hope(a), a))

    def _spend(self) -> None:
        self._states += 1
        if self._states > self._most or (self._states % 64 == 0 and time.perf_counter() > self._until):
            raise _TooMany

    def _interval(self, start: Belief, began: float, seconds: float) -> ProbableValue:
        """Return an interval, within half the number of states and a quarter of the time for each end."""
        states, why = self._states, "size" if self._states > self._most else "time"
        self._states, self._most = 0, self._most / 2
        self._until = time.perf_counter() + seconds / 8
        upper, how = self._greedy(start, time.perf_counter() + seconds / 4)
        self._states, self._until = 0, time.perf_counter() + seconds / 4
        lower = float(self.least(start, self._useful))
        for depth in range(1, self._useful.bit_count()):
            try:
                lower = max(lower, self._shallow(start, self._useful, depth, {}))
            except _TooMany:
                break
        return ProbableValue(min(lower, upper), upper, (), states, time.perf_counter() - began, False, how, why)

    def _shallow(self, belief: Belief, left: int, depth: int, known: dict[tuple[int, int, Belief], float]) -> float:
        """Return a lower bound: the best over `depth` actions, with `least` for the rest."""
        if depth == 0 or self._over(belief, left):
            return float(self.least(belief, left))
        key = (depth, left, belief)
        if key not in known:
            self._spend()
            known[key] = min(
                1.0
                + math.fsum(
                    p * self._shallow(after, left & ~(1 << a), depth - 1, known)
                    for p, after in self._outcomes(belief, a)
                )
                for a in members(left)
            )
        return known[key]

    def _greedy(self, start: Belief, until: float) -> tuple[float, str]:
        """Return what the greedy player needs, exactly or at most with CONFIDENCE, and how that was found."""
        try:
            return self._greedy_value(start, self._useful, {}), "greedy play"
        except _TooMany:
            rng = stream("kumo/probable greedy", repr(self.game.states), repr(self.strength))
            counts: list[int] = []
            while len(counts) < LEAST_SAMPLED or (len(counts) < SAMPLED and time.perf_counter() < until):
                counts.append(self._greedy_game(start, rng))
            mean = statistics.fmean(counts)
            upper = mean + _Z * statistics.stdev(counts) / math.sqrt(len(counts))
            how = f"greedy play in {len(counts):,} sampled games, confidence {CONFIDENCE:.0%}"
            return min(float(self._useful.bit_count()), upper), how

    def _greedy_value(self, belief: Belief, left: int, known: dict[tuple[int, Belief], float]) -> float:
        if self._over(belief, left):
            return 0.0
        if (left, belief) not in known:
            self._spend()
            a = self._next(belief, left)
            known[left, belief] = 1.0 + math.fsum(
                p * self._greedy_value(after, left & ~(1 << a), known) for p, after in self._outcomes(belief, a)
            )
        return known[left, belief]

    def _greedy_game(self, start: Belief, rng: random.Random) -> int:
        belief, left, taken = start, self._useful, 0
        while not self._over(belief, left):
            a = self._next(belief, left)
            outcomes = self._outcomes(belief, a)
            [(_, belief)] = rng.choices(outcomes, [p for p, _ in outcomes])
            left &= ~(1 << a)
            taken += 1
        return taken

    def _next(self, belief: Sequence[float], left: int) -> int:
        """Return the action of the greedy player, which is the most informative one."""
        taken = [(a, 0) for a in range(len(self.game.actions)) if not (left >> a) & 1]
        a = best_action(self.game, self.strength, belief, taken)
        assert a is not None, "it is not over"
        return a
