"""Machines of which one is the best: what is likely after rewards that are drawn by chance."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence

NAMES = "ABC"


class Machines:
    """How likely each machine is the best, as a player keeps it."""

    def __init__(self, chances: Sequence[Sequence[float]]) -> None:
        self._chances = chances
        """For each machine that may be the best: the chance of a reward of each."""
        self._likely = [1 / len(chances)] * len(chances)

    def learn(self, query: str, told: str, turn: int) -> None:
        """Weigh what is likely by a reward."""
        found = re.fullmatch(r"Reward: ([01])", told)
        if found:
            self._likely = _weighed(self._likely, self._of(NAMES.index(query[-1]), found[1] == "1"))

    def best(self, turn: int) -> str:
        """Return the machine whose reward is expected to leave the least in doubt."""
        return f"Bandit {NAMES[min(range(len(NAMES)), key=self._left_open)]}"

    def ranked(self) -> Sequence[str]:
        """Return the machines, likeliest first."""
        return [f"Bandit {NAMES[i]}" for i in sorted(range(len(NAMES)), key=lambda i: -self._likely[i])]

    def _of(self, machine: int, reward: bool) -> list[float]:
        return [row[machine] if reward else 1 - row[machine] for row in self._chances]

    def _left_open(self, machine: int) -> float:
        """Return the expected entropy (bits) after a pull."""
        total = 0.0
        for reward in (True, False):
            share = sum(p * q for p, q in zip(self._likely, self._of(machine, reward), strict=True))
            after = _weighed(self._likely, self._of(machine, reward))
            total -= share * sum(p * math.log2(p) for p in after if p)
        return total


def _weighed(likely: Sequence[float], by: Sequence[float]) -> list[float]:
    products = [p * q for p, q in zip(likely, by, strict=True)]
    return [p / sum(products) for p in products]


def read(public: str, rng: random.Random) -> Machines | None:
    """Read the public part of the gambling machines; None where it is another puzzle."""
    n = r"(0\.\d+)"
    ways = rf"chances of a reward are, for A, B and C: {n}, {n} and {n} if A is the best; {n}, {n} and {n} if B is; "
    found = re.search(rf"{ways}{n}, {n} and {n} if C is", public)
    if not found:
        return None
    numbers = [float(number) for number in found.groups()]
    return Machines([numbers[:3], numbers[3:6], numbers[6:]])
