"""A ship that fills one of the eighteen lines of a board."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """One line, rows first."""
    number = random.Random(seed).choice(range(18))
    return {"ship": f"{('Row', 'Column')[number // 9]} {number % 9 + 1}"}


def feedback(hidden: dict[str, Any], query: list[int], turn: int) -> str:
    """The cells of the line are listed, and the query is one of them or not."""
    kind, number = hidden["ship"].split()
    cells = [[int(number), n] if kind == "Row" else [n, int(number)] for n in range(1, 10)]
    return "hit" if query in cells else "miss"


def solution(hidden: dict[str, Any]) -> str:
    """The line."""
    return str(hidden["ship"])
