"""A mast on a map of sixty by sixty squares; a query tells which of two squares is nearer to it."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, list[int]]:
    """The row, then the column."""
    rng = random.Random(seed)
    row = rng.randint(1, 60)
    return {"mast": [row, rng.randint(1, 60)]}


def feedback(hidden: dict[str, list[int]], query: dict[str, list[int]], turn: int) -> str:
    """Compare the squares of both distances."""
    row, column = hidden["mast"]
    first, second = (abs(complex(r - row, c - column)) ** 2 for r, c in (query["first"], query["second"]))
    more = round(first) - round(second)
    return "Equal" if more == 0 else "Second" if more > 0 else "First"


def solution(hidden: dict[str, list[int]]) -> Any:
    """The square."""
    return list(hidden["mast"])
