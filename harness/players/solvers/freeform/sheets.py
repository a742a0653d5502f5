"""A sheet with three formulas: a linear one, one with a condition, and one of the two others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from boxwright.harness.players.solvers.freeform.world import Told, World
from boxwright.harness.players.solvers.information import bits

Row = tuple[int, ...]
"""What p, q and r are, and 1."""
FREE, GIVEN, SPLIT = 5.0, 2.0, 6.0
"""What a coefficient, a cell that is taken as it is, and a condition cost, in bits."""
ALL = r"p\d+q\d+r\d+"
"""A text that sets each cell once."""
FIRST = 4
"""Sheets that are drawn before anything is concluded."""
BARE, TWICE = ("zero", "stays", "one"), ("last", "first", "sum")
"""What a letter without digits can set its cell to, and which number counts if a cell is set twice."""
MARGIN = 8.0
"""Formulas that cost so many bits more than the cheapest one count no more."""
OF_TWO: Mapping[str, Callable[[int, int], int]] = {
    "sum": lambda one, two: one + two,
    "difference": lambda one, two: one - two,
    "turned": lambda one, two: two - one,
    "larger": max,
    "smaller": min,
    "product": lambda one, two: one * two,
}


@dataclass(frozen=True)
class Linear:
    """A sum of multiples of p, q, r and 1."""

    factors: tuple[int, ...]
    cost: float

    def __call__(self, row: Row) -> int:
        """Return the sum."""
        return sum(a * b for a, b in zip(self.factors, row, strict=True))


@dataclass(frozen=True)
class Conditional:
    """One formula above a limit, another one up to it."""

    first: int
    second: int
    """The place of the cell, and of one that is taken from it; 3 for none."""
    limit: int
    above: Linear
    below: Linear

    @property
    def cost(self) -> float:
        """What both formulas and the condition cost."""
        return self.above.cost + self.below.cost + SPLIT

    def __call__(self, row: Row) -> int:
        """Return what the formula shows that counts."""
        return self.above(row) if _measure(self.first, self.second, row) > self.limit else self.below(row)


def _measure(first: int, second: int, row: Row) -> int:
    return row[first] - (row[second] if second < 3 else 0)


class Sheet(World):
    """Three cells p, q and r, three formulas X, Y and Z."""

    phrases = ("A sheet has three cells with numbers, p, q and r, and three with formulas, X, Y and Z",)

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.rows: list[Row] = []
        self.shown: list[tuple[int, ...]] = []
        self.odd: tuple[str, tuple[int, ...]] | None = None
        """The text that does not set each cell once, and what it showed."""

    def choose(self, left: int) -> str:
        """Set all cells: as drawn at first, then to what splits the formulas that are possible; an odd text at last."""
        if left == 1 and len(self.rows) > FIRST:
            return self._odd()
        rows = [tuple([*(self.told.rng.randint(0, 60) for _ in range(3)), 1]) for _ in range(40)]
        if len(self.rows) < FIRST:
            return _written(rows[0])
        guesses = self._guesses()
        return _written(max(rows, key=lambda row: bits(Counter(guess(row) for guess in guesses))))

    def learn(self, text: str, back: str) -> None:
        """Take note of all cells."""
        shown = tuple(map(int, back.split()))
        if re.fullmatch(ALL, text):
            self.rows.append(_read(text))
            self.shown.append(shown)
        else:
            self.odd = text, shown

    def answers(self, question: str) -> Sequence[str]:
        """Return what the cheapest formulas show, the most frequent first."""
        text = (re.findall(r"[pqr0-9]*[pqr][pqr0-9]*", question) or [""])[-1]
        guesses = self._guesses()
        before, bare, twice = self._reading(guesses)
        row = _after(before, text, bare, twice)
        said = Counter(" ".join(map(str, guess(row))) for guess in guesses)
        return [answer for answer, _ in said.most_common()]

    def _odd(self) -> str:
        """Return a text with digits in front, a cell that is set twice, and a letter without digits."""
        rng = self.told.rng
        one, two = rng.sample("pqr", 2)
        return f"{rng.randint(1, 9)}{one}{rng.randint(10, 60)}{two}{one}{rng.randint(10, 60)}"

    def _reading(self, guesses: Sequence[Callable[[Row], tuple[int, ...]]]) -> tuple[Row, str, str]:
        """Return how the cells stand, and the first way to read texts with which most formulas show the odd one's."""
        before = self.rows[-1] if self.rows else (0, 0, 0, 1)
        if self.odd is None:
            return before, BARE[0], TWICE[0]
        text, shown = self.odd
        ways = [(_after(before, text, bare, twice), bare, twice) for bare, twice in product(BARE, TWICE)]
        return max(ways, key=lambda way: sum(guess(way[0]) == shown for guess in guesses))

    def _guesses(self) -> list[Callable[[Row], tuple[int, ...]]]:
        """Return triples of formulas that show what was seen, the cheap ones; else what was seen last."""
        columns = list(zip(*self.shown, strict=True))
        found: list[tuple[float, Callable[[Row], tuple[int, ...]]]] = []
        for places in permutations(range(3)):
            plain, split, both = (columns[n] for n in places)
            linear = fit(self.rows, plain)
            names = [name for name, of in OF_TWO.items() if all(map(_equals(of), plain, split, both))]
            if linear is None or not names:
                continue
            for conditional in self._conditionals(split):
                cost = linear.cost + conditional.cost
                found += [(cost, _triple(places, linear, conditional, OF_TWO[name])) for name in names]
        least = min((cost for cost, _ in found), default=0.0)
        seen = self.shown[-1] if self.shown else (0, 0, 0)
        return [guess for cost, guess in found if cost <= least + MARGIN / 2] or [lambda row: seen]

    def _conditionals(self, column: Sequence[int]) -> Iterator[Conditional]:
        for first, second in [(0, 3), (1, 3), (2, 3), *combinations(range(3), 2)]:
            measured = [_measure(first, second, row) for row in self.rows]
            sides: dict[tuple[bool, ...], tuple[Linear | None, Linear | None]] = {}
            for limit in range(0, 60) if second == 3 else (0,):
                above = tuple(m > limit for m in measured)
                if above not in sides:
                    sides[above] = (self._side(column, above, True), self._side(column, above, False))
                over, under = sides[above]
                if over is not None and under is not None and any(above) and not all(above):
                    yield Conditional(first, second, limit, over, under)

    def _side(self, column: Sequence[int], above: Sequence[bool], side: bool) -> Linear | None:
        kept = [n for n, one in enumerate(above) if one is side]
        return fit([self.rows[n] for n in kept], [column[n] for n in kept])


def _equals(of: Callable[[int, int], int]) -> Callable[[int, int, int], bool]:
    return lambda one, two, both: of(one, two) == both


def _triple(
    places: Sequence[int], linear: Linear, conditional: Conditional, of: Callable[[int, int], int]
) -> Callable[[Row], tuple[int, ...]]:
    def show(row: Row) -> tuple[int, ...]:
        one, two = linear(row), conditional(row)
        shown = dict(zip(places, (one, two, of(one, two)), strict=True))
        return shown[0], shown[1], shown[2]

    return show


def fit(rows: Sequence[Row], column: Sequence[int]) -> Linear | None:
    """Return the cheapest sum of multiples that gives a column, or None: coefficients are whole numbers."""
    table = np.array(rows, dtype=float).reshape(-1, 4)
    wanted = np.array(column, dtype=float)
    for free in range(min(4, max(1, len(rows))) + 1):
        for given in (None, 0, 1, 2):
            start = wanted if given is None else wanted - table[:, given]
            for places in combinations([n for n in range(4) if n != given], free):
                factors = _whole(table[:, places], start)
                if factors is not None:
                    whole = [0, 0, 0, 0]
                    for place, factor in zip(places, factors, strict=True):
                        whole[place] = factor
                    if given is not None:
                        whole[given] = 1
                    return Linear(tuple(whole), FREE * free + GIVEN * (given is not None))
    return None


def _whole(table: npt.NDArray[np.float64], wanted: npt.NDArray[np.float64]) -> list[int] | None:
    if not table.shape[1]:
        return [] if not wanted.any() else None
    found = np.rint(np.linalg.lstsq(table, wanted, rcond=None)[0])
    return [int(f) for f in found] if (table @ found == wanted).all() else None


def _written(row: Row) -> str:
    return f"p{row[0]}q{row[1]}r{row[2]}"


def _after(before: Row, text: str, bare: str, twice: str) -> Row:
    """Return the cells after a text; digits in front of it are left out."""
    cells = dict(zip("pqr", before, strict=False))
    found: dict[str, int] = {}
    for name, digits in re.findall(r"([pqr])(\d*)", text):
        number = int(digits) if digits else {"zero": 0, "stays": cells[name], "one": 1}[bare]
        kept = found.get(name, number) if twice == "first" else number
        found[name] = kept + (found.get(name, 0) if twice == "sum" else 0)
    cells |= found
    return cells["p"], cells["q"], cells["r"], 1


def _read(text: str) -> Row:
    return (*(int(found) for found in re.findall(r"\d+", text)[:3]), 1)
