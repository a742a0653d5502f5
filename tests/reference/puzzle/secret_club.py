"""Six of fourteen friends belong to a club; a query tells whether members are two or three of the three invited."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, list[int]]:
    """Six numbers, in rising order."""
    return {"members": sorted(random.Random(seed).sample(range(1, 15), 6))}


def feedback(hidden: dict[str, list[int]], query: list[int], turn: int) -> str:
    """Whether at most one of the three is no member."""
    return "yes" if len(set(query) - set(hidden["members"])) <= 1 else "no"


def solution(hidden: dict[str, list[int]]) -> Any:
    """The members."""
    return list(hidden["members"])
