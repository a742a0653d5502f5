"""Three pegs; a guess tells the right colours, and whether the first is right."""

from __future__ import annotations

import random
from typing import Any

COLOURS = ["red", "blue", "green", "yellow", "white", "black"]


def new_hidden(seed: int) -> dict[str, Any]:
    """Three draws."""
    rng = random.Random(seed)
    return {"pegs": [rng.choice(COLOURS) for _ in range(3)]}


def feedback(hidden: dict[str, Any], query: list[str], turn: int) -> str:
    """Take each guessed colour away from what is hidden."""
    left = list(hidden["pegs"])
    for colour in query:
        if colour in left:
            left.remove(colour)
    return f"{3 - len(left)}, {'right' if query[0] == hidden['pegs'][0] else 'wrong'}"


def solution(hidden: dict[str, Any]) -> dict[str, Any]:
    """The first, and the others in alphabetical order."""
    first, *others = hidden["pegs"]
    return {"first": first, "others": sorted(others)}
