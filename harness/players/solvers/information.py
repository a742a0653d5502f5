"""A player by expected information: hypotheses that are equally likely, and queries that split them best."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

H = TypeVar("H")
Q = TypeVar("Q")

JUDGED = 250
"""Hypotheses, drawn from those that are left, on which a query is judged."""


class Elimination(Generic[H, Q]):
    """What is left of a list of hypotheses, each of which says exactly what comes back."""

    def __init__(self, hypotheses: Sequence[H], tells: Callable[[H, Q, int], Hashable], rng: random.Random) -> None:
        self.left = list(hypotheses)
        self._tells, self._rng = tells, rng

    def learn(self, query: Q, told: Hashable, turn: int) -> None:
        """Drop what says otherwise; where everything would go, nothing does (the hypotheses were wrong)."""
        kept = [h for h in self.left if self._tells(h, query, turn) == told]
        self.left = kept or self.left

    def best(self, pool: Iterable[Q], turn: int) -> Q:
        """Return the query of the pool that is expected to tell most."""
        judged = self.left if len(self.left) <= JUDGED else self._rng.sample(self.left, JUDGED)
        return max(pool, key=lambda query: bits(Counter(self._tells(h, query, turn) for h in judged)))


def bits(counts: Counter[Any]) -> float:
    """Return the entropy, in bits, of what was counted."""
    total = sum(counts.values())
    return -sum(n / total * math.log2(n / total) for n in counts.values())
