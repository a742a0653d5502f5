"""A treasure on a board, and a compass that is turned and has lost two of its letters."""

from __future__ import annotations

import random
from typing import Any

WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def new_hidden(seed: int) -> dict[str, Any]:
    """A cell and a turn."""
    rng = random.Random(seed)
    cell = [rng.randint(1, 30), rng.randint(1, 30)]
    return {"cell": cell, "turned": rng.randrange(8)}


def feedback(hidden: dict[str, Any], query: list[int], turn: int) -> str:
    """The direction's letters name the wind; then turn it, and leave E and W out."""
    down, right = hidden["cell"][0] - query[0], hidden["cell"][1] - query[1]
    true: str = ("N" * (down < 0) or "S" * (down > 0)) + ("W" * (right < 0) or "E" * (right > 0))
    if not true:
        return "here"
    shown = WINDS[(WINDS.index(true) + hidden["turned"] + (turn % 2 == 0)) % 8]
    return shown.strip("EW") or "-"


def solution(hidden: dict[str, Any]) -> dict[str, Any]:
    """Both."""
    return {"cell": hidden["cell"], "turned": hidden["turned"]}
