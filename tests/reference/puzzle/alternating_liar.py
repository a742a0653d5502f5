"""Eight islanders: some truthful, some liars, one of whom the turn decides."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, list[str]]:
    """The alternating one, then the others by the digits of a number."""
    rng = random.Random(seed)
    alternating, digits = rng.randint(1, 8), rng.randint(1, 126)
    kinds = [("truthful", "liar")[digits >> place & 1] for place in range(7)]
    kinds.insert(alternating - 1, "alternating")
    return {"kinds": kinds}


def feedback(hidden: dict[str, list[str]], query: list[int], turn: int) -> str:
    """Two lies make a truth."""
    asked, about = (hidden["kinds"][number - 1] for number in query)
    lies = asked == "liar" or (asked == "alternating" and turn % 2 == 0)
    return "yes" if (about == "liar") != lies else "no"


def solution(hidden: dict[str, list[str]]) -> list[Any]:
    """All kinds."""
    return list(hidden["kinds"])
