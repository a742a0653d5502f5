"""Hypotheses that can be listed, and what each query told of them, in bits."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Any, Protocol

from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.types import Gain


class Counted(Protocol):
    """Hypotheses that can be counted: all that can be behind a box, as its public part is read; equally likely."""

    def gains(self, turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """Return what each turn told; None where what came back contradicts every hypothesis, so that none counts."""
        ...


@dataclass(frozen=True)
class Listed:
    """Hypotheses in a list, each of which says exactly what comes back."""

    hypotheses: Sequence[Any]
    tells: Callable[[Any, Any, int], Hashable]
    """What comes back for a hypothesis, a query and a turn."""
    pool: Callable[[Sequence[Any], random.Random], Sequence[Any]]
    """The queries that are looked at, given what is left."""
    everything: bool = False
    """Whether the pool holds every query there is, or one that tells as much."""
    answer: Callable[[Any], Hashable] = lambda hypothesis: hypothesis
    """What is to be found out of a hypothesis; the rest of it (noise) does not count."""
    largest: Callable[[Sequence[Any], int], float] | None = None
    """The largest information that any query has, given what is left and the turn, where a formula says so."""
    longest: int | None = None
    """The turn after which nothing can be said, if there is one."""
    _first: dict[int, float] = field(default_factory=dict)
    """The largest information that was found while nothing was known, by turn: the same for all explorations."""

    def gains(self, turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """As Counted."""
        left, found = list(self.hypotheses), []
        for turn in turns:
            if self.longest is not None and turn.number > self.longest:
                return None
            kept = [h for h in left if self.tells(h, turn.query, turn.number) == turn.value]
            if not kept:
                return None
            bits = self._entropy(left) - self._entropy(kept)
            expected = self.information(turn.query, left, turn.number)
            found.append(Gain(bits, expected, *self._most(left, turn.number, expected)))
            left = kept
        return found

    def information(self, query: Any, left: Sequence[Any], turn: int) -> float:
        """Return the mutual information, in bits, of what comes back and the answer: H(back) - H(back | answer)."""
        told: dict[Hashable, list[Hashable]] = defaultdict(list)
        for hypothesis in left:
            told[self.answer(hypothesis)].append(self.tells(hypothesis, query, turn))
        whole = _entropy([back for some in told.values() for back in some])
        within = sum(len(some) * _entropy(some) for some in told.values() if len(some) > 1) / len(left)
        return max(0.0, whole - within)

    def _most(self, left: Sequence[Any], turn: int, expected: float) -> tuple[float, float | None]:
        """Return the largest information of a query, or a bound above it and the largest that was found."""
        if self.largest is not None:
            return max(expected, self.largest(left, turn)), None
        bound = self._entropy(left)
        whole = len(left) == len(self.hypotheses)
        if not (whole and turn in self._first):
            looked_at = [] if bound == 0.0 else self.pool(left, random.Random(turn))
            found = max((self.information(query, left, turn) for query in looked_at), default=0.0)
            if whole:
                self._first[turn] = found
        reached = max(expected, self._first[turn] if whole else found)
        return (reached, None) if self.everything else (max(bound, reached), reached)

    def _entropy(self, left: Sequence[Any]) -> float:
        return _entropy([self.answer(hypothesis) for hypothesis in left])


def _entropy(values: Sequence[Hashable]) -> float:
    """Return the entropy, in bits, of values that are equally likely, equal ones added up."""
    counts = Counter(values).values()
    return log2(len(values)) - sum(n * log2(n) for n in counts if n > 1) / len(values)
