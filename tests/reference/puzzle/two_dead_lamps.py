"""Two of thirty-six lamps are broken; a chain of up to four shines if it has none of them."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, list[int]]:
    """Two lamps, the smaller number first."""
    one, other = random.Random(seed).sample(range(1, 37), 2)
    return {"broken": [min(one, other), max(one, other)]}


def feedback(hidden: dict[str, list[int]], query: list[int], turn: int) -> str:
    """Whether chain and broken lamps have nothing in common."""
    return "Shines" if set(query).isdisjoint(hidden["broken"]) else "Dark"


def solution(hidden: dict[str, list[int]]) -> Any:
    """The two lamps."""
    return list(hidden["broken"])
