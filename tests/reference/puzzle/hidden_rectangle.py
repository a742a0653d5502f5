"""A rectangle on a board; a cell is inside, in line, or neither."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any


def new_hidden(seed: int) -> dict[str, int]:
    """Two pairs of bounds."""
    rng = random.Random(seed)
    pairs = list(combinations_with_replacement(range(1, 25), 2))
    (top, bottom), (left, right) = (pairs[rng.randrange(len(pairs))] for _ in range(2))
    return {"top": top, "bottom": bottom, "left": left, "right": right}


def feedback(hidden: dict[str, int], query: list[int], turn: int) -> str:
    """How many of the two fit."""
    row = query[0] in range(hidden["top"], hidden["bottom"] + 1)
    column = query[1] in range(hidden["left"], hidden["right"] + 1)
    return ("neither", "in line", "inside")[row + column]


def solution(hidden: dict[str, int]) -> dict[str, Any]:
    """The bounds."""
    return dict(hidden)
