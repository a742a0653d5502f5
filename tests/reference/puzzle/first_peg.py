"""Three pegs; a guess of two colours tells how many are right, and whether the first is the first peg's."""

from __future__ import annotations

import random
from typing import Any

COLOURS = [
    "red",
    "blue",
    "green",
    "yellow",
    "white",
    "black",
    "orange",
    "purple",
    "brown",
    "pink",
    "grey",
    "silver",
    "gold",
    "turquoise",
    "olive",
    "maroon",
    "ivory",
    "lilac",
    "copper",
    "navy",
    "teal",
    "cream",
]


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
    return f"{len(hidden['pegs']) - len(left)}, {'right' if query[0] == hidden['pegs'][0] else 'wrong'}"


def solution(hidden: dict[str, Any]) -> dict[str, Any]:
    """The first, and the others in alphabetical order."""
    first, *others = hidden["pegs"]
    return {"first": first, "others": sorted(others)}
