"""Three ships and two bombs on a board; a shot also tells how full its row is."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """Ships from the longest on, then bombs."""
    rng = random.Random(seed)
    board: dict[tuple[int, int], str] = {}
    for name, length in (("C", 5), ("B", 4), ("A", 3)):
        cells = _ship(rng, length)
        while any(cell in board for cell in cells):
            cells = _ship(rng, length)
        board.update(dict.fromkeys(cells, name))
    free = [divmod(n, 7) for n in range(49) if divmod(n, 7) not in board]
    board.update(dict.fromkeys(rng.sample(free, 2), "O"))
    return {"grid": ["".join(board.get((row, column), ".") for column in range(7)) for row in range(7)]}


def _ship(rng: random.Random, length: int) -> list[tuple[int, int]]:
    if rng.randrange(2) == 0:
        row, column = rng.randrange(7), rng.randrange(8 - length)
        return [(row, column + n) for n in range(length)]
    row, column = rng.randrange(8 - length), rng.randrange(7)
    return [(row + n, column) for n in range(length)]


def feedback(hidden: dict[str, Any], query: list[int], turn: int) -> str:
    """What is there, and the row's count."""
    row = hidden["grid"][query[0] - 1]
    found = row[query[1] - 1]
    return f"{'water' if found == '.' else found}; row {sum(cell != '.' for cell in row)}"


def solution(hidden: dict[str, Any]) -> list[str]:
    """The board."""
    return list(hidden["grid"])
