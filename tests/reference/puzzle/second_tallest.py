"""Eight people in an order; a query tells the second of those named."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, list[int]]:
    """A shuffled order."""
    order = list(range(1, 9))
    random.Random(seed).shuffle(order)
    return {"order": order}


def feedback(hidden: dict[str, list[int]], query: list[int], turn: int) -> int:
    """Walk down the order until two were named."""
    named = [person for person in hidden["order"] if person in query]
    return named[1]


def solution(hidden: dict[str, list[int]]) -> Any:
    """The order."""
    return list(hidden["order"])
