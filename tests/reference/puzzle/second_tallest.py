"""Nine people in an order, 1 before 9; a query tells the second of the three named."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, list[int]]:
    """A shuffled order, with the places of 1 and 9 exchanged where 9 comes first."""
    order = list(range(1, 10))
    random.Random(seed).shuffle(order)
    first, last = sorted((order.index(1), order.index(9)))
    order[first], order[last] = 1, 9
    return {"order": order}


def feedback(hidden: dict[str, list[int]], query: list[int], turn: int) -> int:
    """Walk down the order until two were named."""
    named = [person for person in hidden["order"] if person in query]
    return named[1]


def solution(hidden: dict[str, list[int]]) -> Any:
    """The order."""
    return list(hidden["order"])
