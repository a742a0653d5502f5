"""Nuts and bolts: which nut fits which bolt, when a query only says small, large or equal for a few pairs.

Bolts and nuts are laid out by size, one fitting pair at a time. What was said allows a bolt and a nut to be the next
pair if everything known to be smaller than either lies already. How many ways lead on depends on nothing but which
bolts and which nuts lie, so the ways are counted by dynamic programming over these (C(16, 8) = 12870 positions for
eight), as linear extensions of an order are counted by its down-sets; and layouts are drawn from all that are possible,
each equally likely.

A query's pairs are chosen one after the other, then again given the others, for what their feedback together tells of
the answer: I(feedback; answer) = H(feedback) - H(feedback | answer).
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate

from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.types import Gain
from boxwright.harness.players.solvers.strategy import NUMBERS

MOST = 8
"""Bolts, at most: with ten there are C(20, 10) positions, and a turn takes many seconds."""
DRAWN = 600
"""Layouts that are drawn to judge queries; where not more are possible, all are taken."""
RANKED = 4_000
"""Layouts that are drawn to find the likeliest answer; where not more are possible, all are taken."""
SAID = {"small": -1, "equal": 0, "large": 1}
"""What the nut is for the bolt, as the sign of its size minus the bolt's."""

Pair = tuple[int, int]
"""(bolt, nut), counted from 0."""
Layout = tuple[Pair, ...]
"""Fitting pairs, by size."""


@dataclass
class Ways:
    """The layouts that agree with all that is known, counted; those of one size and number of facts."""

    size: int
    facts: dict[Pair, int]
    """Pair to the sign of the nut's size minus the bolt's."""
    _below_bolt: list[int] = field(init=False)
    """For each bolt the nuts known to be smaller, as bits."""
    _below_nut: list[int] = field(init=False)
    _fits: list[int] = field(init=False)
    """For each bolt the nuts that may fit it, as bits."""
    _steps: dict[Pair, tuple[Sequence[Pair], Sequence[int]]] = field(init=False, default_factory=dict)
    """For each position (bolts and nuts that lie, as bits): the next pairs, and their ways, added up."""

    def __post_init__(self) -> None:
        everything = range(self.size)
        self._below_bolt = [self._bits(n for n in everything if self.facts.get((b, n)) == -1) for b in everything]
        self._below_nut = [self._bits(b for b in everything if self.facts.get((b, n)) == 1) for n in everything]
        self._fits = [self._bits(n for n in everything if self.facts.get((b, n), 0) == 0) for b in everything]
        for bolt, nut in (pair for pair, sign in self.facts.items() if sign == 0):
            self._fits[bolt] &= 1 << nut

    @staticmethod
    def _bits(numbers: Iterator[int]) -> int:
        return sum(1 << number for number in numbers)

    def count(self) -> int:
        """Return how many layouts are possible."""
        return self._count(0, 0)

    def _count(self, bolts: int, nuts: int) -> int:
        if bolts == (1 << self.size) - 1:
            return 1
        if (bolts, nuts) not in self._steps:
            pairs, ways = [], []
            for bolt, nut in self._next(bolts, nuts):
                more = self._count(bolts | 1 << bolt, nuts | 1 << nut)
                if more:
                    pairs.append((bolt, nut))
                    ways.append(more)
            self._steps[bolts, nuts] = (pairs, list(accumulate(ways)))
        added = self._steps[bolts, nuts][1]
        return added[-1] if added else 0

    def _next(self, bolts: int, nuts: int) -> Iterator[Pair]:
        free = [n for n in range(self.size) if not nuts >> n & 1 and not self._below_nut[n] & ~bolts]
        for bolt in range(self.size):
            if not bolts >> bolt & 1 and not self._below_bolt[bolt] & ~nuts:
                fits = self._fits[bolt]
                yield from ((bolt, nut) for nut in free if fits >> nut & 1)

    def told(self, pairs: Iterable[Pair]) -> list[Ways]:
        """Return what may be left after feedback on these pairs: one for each feedback that is possible."""
        possible = [self]
        for pair in pairs:
            signs = [(ways, sign) for ways in possible for sign in SAID.values() if ways.facts.get(pair, sign) == sign]
            possible = [more for ways, sign in signs if (more := Ways(ways.size, ways.facts | {pair: sign})).count()]
        return possible

    def layouts(self, most: int, rng: random.Random) -> list[Layout]:
        """Return all possible layouts if there are at most `most`, else as many, drawn with replacement."""
        if self.count() <= most:
            return list(self._all(0, 0))
        return [self._draw(rng) for _ in range(most)]

    def _all(self, bolts: int, nuts: int) -> Iterator[Layout]:
        if bolts == (1 << self.size) - 1:
            yield ()
            return
        for bolt, nut in self._steps[bolts, nuts][0]:
            for rest in self._all(bolts | 1 << bolt, nuts | 1 << nut):
                yield ((bolt, nut), *rest)

    def _draw(self, rng: random.Random) -> Layout:
        made: list[Pair] = []
        bolts = nuts = 0
        for _ in range(self.size):
            pairs, added = self._steps[bolts, nuts]
            bolt, nut = rng.choices(pairs, cum_weights=added)[0]
            made.append((bolt, nut))
            bolts, nuts = bolts | 1 << bolt, nuts | 1 << nut
        return tuple(made)


@cache
def nothing_known(size: int) -> Ways:
    """Return all layouts; they are the same, and counted once, for all games."""
    return Ways(size, {})


def answer_of(layout: Layout) -> tuple[int, ...]:
    """Return the nut that fits bolt 0, bolt 1, ..."""
    return tuple(nut for _, nut in sorted(layout))


def compare(layout: Layout) -> dict[Pair, int]:
    """Return for every pair the sign of the nut's size minus the bolt's."""
    return {
        (bolt, nut): (at_nut > at_bolt) - (at_nut < at_bolt)
        for at_bolt, (bolt, _) in enumerate(layout)
        for at_nut, (_, nut) in enumerate(layout)
    }


def choose(layouts: Sequence[Layout], pairs: int) -> list[Pair]:
    """Return so many pairs whose feedback, taken together, is expected to tell most of the answer."""
    names: dict[Hashable, int] = {}
    answers = [names.setdefault(answer_of(layout), len(names)) for layout in layouts]
    signs = [compare(layout) for layout in layouts]
    columns = {pair: [sign[pair] + 1 for sign in signs] for pair in sorted(signs[0])}

    def with_all(told: Sequence[int], others: Sequence[Pair]) -> Sequence[int]:
        for pair in others:
            told = [3 * before + sign for before, sign in zip(told, columns[pair], strict=True)]
        return told

    def most_telling(others: Sequence[Pair]) -> Pair:
        told, both = with_all([0] * len(answers), others), with_all(answers, others)
        return max(columns, key=lambda p: _entropy(with_all(told, [p])) - _entropy(with_all(both, [p])))

    chosen: list[Pair] = []
    for _ in range(pairs):
        chosen.append(most_telling(chosen))
    for place in range(pairs - 1):
        chosen[place] = most_telling(chosen[:place] + chosen[place + 1 :])
    return chosen


def _information(after: Sequence[Ways], before: int) -> float:
    """Return what feedback tells, in bits: the entropy of which of these is left, of so many layouts."""
    return -sum(w.count() / before * math.log2(w.count() / before) for w in after)


def _entropy(values: Sequence[int]) -> float:
    """Return the entropy (bits) of values that are equally likely, equal ones added up."""
    return math.log2(len(values)) - sum(n * math.log2(n) for n in Counter(values).values()) / len(values)


class Matching:
    """What is known of nuts and bolts, as a player keeps it."""

    def __init__(self, size: int, pairs: int, rng: random.Random) -> None:
        self.size, self.pairs = size, pairs
        self._rng = rng
        self.ways = nothing_known(size)

    def learn(self, query: Sequence[Sequence[int]], told: str, turn: int) -> None:
        """Add what was said of each pair; where nothing would be possible any more, nothing is added."""
        words = told.split(", ")
        if len(words) != len(query) or not set(words) <= set(SAID):
            return
        said = {(bolt - 1, nut - 1): SAID[word] for (bolt, nut), word in zip(query, words, strict=True)}
        ways = Ways(self.size, self.ways.facts | said)
        if self.ways.facts.items() <= ways.facts.items() and ways.count():
            self.ways = ways

    def best(self, turn: int) -> list[list[int]]:
        """Return the pairs that tell most; they are counted from 1."""
        pairs = choose(self.ways.layouts(DRAWN, self._rng), self.pairs)
        return [[bolt + 1, nut + 1] for bolt, nut in pairs]

    def gains(self, turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """Count the layouts that were left by each query; that of the largest information is bounded.

        The bound: feedback on so many pairs takes at most 3 ** pairs values. Below it the solver's query is looked at.
        """
        ways, found = nothing_known(self.size), []
        for turn in turns:
            before = ways.count()
            after = ways.told(dict.fromkeys((bolt - 1, nut - 1) for bolt, nut in turn.query))
            said = {(b - 1, n - 1): SAID.get(w) for (b, n), w in zip(turn.query, turn.value.split(", "), strict=True)}
            left = next((w for w in after if all(w.facts.get(pair) == sign for pair, sign in said.items())), None)
            if left is None:
                return None
            best = choose(ways.layouts(DRAWN, random.Random(turn.number)), self.pairs) if before > 1 else []
            expected = _information(after, before)
            reached = max(expected, _information(ways.told(dict.fromkeys(best)), before))
            bound = min(math.log2(before), self.pairs * math.log2(3))
            found.append(Gain(math.log2(before / left.count()), expected, max(bound, reached), reached))
            ways = left
        return found

    def ranked(self) -> list[list[int]]:
        """Return the answers, likeliest first, as nuts counted from 1."""
        counts = Counter(answer_of(layout) for layout in self.ways.layouts(RANKED, self._rng))
        return [[nut + 1 for nut in answer] for answer, _ in counts.most_common()]


def read(public: str, rng: random.Random) -> Matching | None:
    """Read the public part of nuts and bolts; None where it is another puzzle."""
    found = re.search(r"There are (\w+) bolts and (\w+) nuts, .*A query is (\w+) pairs \(bolt, nut\)", public)
    if not found or 'whether the nut is "small" for the bolt, "large", or "equal" to it' not in public:
        return None
    bolts, nuts, pairs = (NUMBERS.get(word, 0) for word in found.groups())
    return Matching(bolts, pairs, rng) if 1 < bolts == nuts <= MOST and pairs else None
