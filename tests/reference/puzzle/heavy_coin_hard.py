"""A hundred coins, one of them heavier; of ten weighings in a row exactly one is told the wrong way round."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """The coin, then for ten blocks of ten turns the place of the wrong reply."""
    rng = random.Random(seed)
    coin = rng.randint(1, 100)
    return {"coin": coin, "lies": [rng.randint(1, 10) for _ in range(10)]}


def feedback(hidden: dict[str, Any], query: dict[str, list[int]], turn: int) -> str:
    """Weigh in hundredths, unless this turn's reply is inverted."""
    block, place = divmod(turn - 1, 10)
    wrong = hidden["lies"][block % 10] == place + 1
    left, right = (sum(101 if coin == hidden["coin"] else 100 for coin in query[pan]) for pan in ("left", "right"))
    return ("Balance", "Imbalance")[(left != right) ^ wrong]


def solution(hidden: dict[str, Any]) -> int:
    """The coin."""
    return int(hidden["coin"])
