"""A gauge with a scale, a zero that drifts, and readings at which it sticks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from boxwright.harness.players.solvers.freeform.enumerated import Enumerated

Readings = tuple[int, int]
"""How often it was read, and what it showed last."""


class Fault(NamedTuple):
    """What is wrong with a gauge."""

    drift: int
    """What the zero gains, each time."""
    every: int
    """After so many readings it gains."""
    stuck: int
    """Each reading whose number is divisible by it shows what was shown before; 0 if none does."""
    scale: int
    zero: int = 0
    """Known from the first reading on."""


class Gauge(Enumerated[Fault, Readings]):
    """A gauge that is wrong in several ways."""

    phrases = (
        "You send a true value from 0 to 99, and read what a gauge shows for it",
        "The gauge is wrong in several ways",
    )

    def rules(self) -> Iterator[Fault]:
        """Return the faults, one that does not drift first."""
        drifts = [(0, 1), *product((-1, 1, -2, 2, -3, 3, -4, 4, -5, 5), range(1, 13))]
        for (drift, every), stuck, scale in product(drifts, (0, *range(2, 17)), range(1, 6)):
            yield Fault(drift, every, stuck, scale)

    def begin(self, rule: Fault) -> Readings:
        """Return the state of a gauge that was not read."""
        return 0, 0

    def texts(self, left: int) -> Sequence[str]:
        """Return values of two digits."""
        return [self.told.text(2) for _ in range(self.pool)]

    def step(self, rule: Fault, state: Readings, text: str) -> tuple[str, Readings]:
        """Read a value once more."""
        read, shown = state
        if not (rule.stuck and (read + 1) % rule.stuck == 0):
            shown = rule.scale * int(text) + rule.zero + rule.drift * (read // rule.every)
        return str(shown), (read + 1, shown)

    def learn(self, text: str, back: str) -> None:
        """Take the zero from the first reading, then drop what says otherwise."""
        if all(read == 0 for _, (read, _) in self.left):
            found = [rule._replace(zero=int(back) - rule.scale * int(text)) for rule, _ in self.left]
            self.left = [(rule, self.begin(rule)) for rule in found]
        super().learn(text, back)

    def answers(self, question: str) -> Sequence[str]:
        """Return the last three readings of a row."""
        said = Counter(self._last_three(rule, state, re.findall(r"\d+", question)) for rule, state in self.left)
        return [answer for answer, _ in said.most_common()]

    def _last_three(self, rule: Fault, state: Readings, values: Sequence[str]) -> str:
        shown = []
        for value in values:
            back, state = self.step(rule, state, value)
            shown.append(back)
        return ", ".join(shown[-3:])
