"""Battleship: all ways in which the three ships can lie, and boards with bombs drawn from those that are left."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

SIDE = 7
SHIPS = {"A": 3, "B": 4, "C": 5}
BOMBS = 2
DRAWN = 150
"""Boards that are drawn to judge queries."""

Cell = tuple[int, int]
"""(row, column), counted from 0."""
Layout = dict[Cell, str]
"""The cells of the ships."""


@cache
def layouts() -> Sequence[Layout]:
    """Return every way in which the three ships lie apart."""
    found: list[Layout] = [{}]
    for ship, cells in SHIPS.items():
        placed = [dict.fromkeys(line, ship) for line in _lines(cells)]
        found = [before | line for before in found for line in placed if not before.keys() & line.keys()]
    return found


def _lines(cells: int) -> list[list[Cell]]:
    starts = [(row, column) for row in range(SIDE) for column in range(SIDE - cells + 1)]
    across = [[(row, column + i) for i in range(cells)] for row, column in starts]
    return across + [[(column, row) for row, column in line] for line in across]


class Sea:
    """What is known of the board, as a player keeps it."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._left: Sequence[Layout] = layouts()
        self._seen: dict[Cell, str] = {}
        self._rows: dict[int, int] = {}
        """How many cells of a row are not water, where that was told."""

    def learn(self, query: Sequence[int], told: str, turn: int) -> None:
        """Drop the layouts that say otherwise; where none would be left, nothing is learnt."""
        found = re.fullmatch(r"(\w+); row (\d)", told)
        if not found:
            return
        cell = (query[0] - 1, query[1] - 1)
        ship = found[1] if found[1] in SHIPS else None
        seen, rows = self._seen | {cell: found[1]}, self._rows | {cell[0]: int(found[2])}
        left = [layout for layout in self._left if layout.get(cell) == ship]
        left = [layout for layout in left if _ways(layout, seen, rows)]
        if left:
            self._left, self._seen, self._rows = left, seen, rows

    def best(self, turn: int) -> list[int]:
        """Return the cell whose feedback is expected to tell most."""
        boards = self._boards()
        cells = [(r, c) for r in range(SIDE) for c in range(SIDE) if (r, c) not in self._seen] or [(0, 0)]
        full = [Counter(row for row, _ in board) for board in boards]

        def told(cell: Cell) -> float:
            counts = Counter((board.get(cell), rows[cell[0]]) for board, rows in zip(boards, full, strict=True))
            return -sum(n * math.log2(n / len(boards)) for n in counts.values())

        row, column = max(cells, key=told)
        return [row + 1, column + 1]

    def ranked(self) -> Sequence[Any]:
        """Return boards that are possible: each is as likely as any other."""
        made = [
            "\n".join("".join(b.get((r, c), ".") for c in range(SIDE)) for r in range(SIDE)) for b in self._boards()
        ]
        return [board.split("\n") for board in dict.fromkeys(made)]

    def _boards(self) -> list[Layout]:
        """Draw boards, each that is possible as likely as any other."""
        few = self._left if len(self._left) <= 3_000 else self._rng.sample(self._left, 3_000)
        ways = [_ways(layout, self._seen, self._rows) for layout in few]
        return [self._bombed(layout) for layout in self._rng.choices(few, ways, k=DRAWN)]

    def _bombed(self, layout: Layout) -> Layout:
        free, missing, left = _bombs(layout, self._seen, self._rows)
        bombs = [cell for cell, told in self._seen.items() if told == "O"]
        for row, number in missing.items():
            bombs += self._rng.sample(free[row], number)
        bombs += self._rng.sample([cell for row in free if row not in self._rows for cell in free[row]], left)
        return layout | dict.fromkeys(bombs, "O")


def _bombs(layout: Layout, seen: dict[Cell, str], rows: dict[int, int]) -> tuple[dict[int, list[Cell]], Any, int]:
    """Return the free cells by row, how many bombs not seen yet each told row must have, and how many are elsewhere."""
    free = {r: [(r, c) for c in range(SIDE) if (r, c) not in seen and (r, c) not in layout] for r in range(SIDE)}
    full = Counter(row for row, _ in layout)
    full.update(row for (row, _), told in seen.items() if told == "O")
    missing = {row: told - full[row] for row, told in rows.items()}
    return free, missing, BOMBS - sum(told == "O" for told in seen.values()) - sum(missing.values())


def _ways(layout: Layout, seen: dict[Cell, str], rows: dict[int, int]) -> int:
    """Return in how many ways the bombs can lie beside a layout."""
    free, missing, left = _bombs(layout, seen, rows)
    if left < 0 or min(missing.values(), default=0) < 0:
        return 0
    ways = math.comb(sum(len(cells) for row, cells in free.items() if row not in rows), left)
    return ways * math.prod(math.comb(len(free[row]), number) for row, number in missing.items())


def read(public: str, rng: random.Random) -> Sea | None:
    """Read the public part of battleship; None where it is another puzzle."""
    ships = r"board of seven rows and seven columns lie three straight ships.* A on three cells, B on four, C on five"
    told = "then how many of the seven cells of that row are not water"
    return (
        Sea(rng)
        if re.search(ships, public) and "Two further cells each hold a bomb" in public and told in public
        else None
    )
