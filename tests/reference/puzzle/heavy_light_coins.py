"""One heavy and one light coin among 152, and a pair of scales."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, int]:
    """Two different coins."""
    heavy, light = random.Random(seed).sample(range(1, 153), 2)
    return {"heavy": heavy, "light": light}


def feedback(hidden: dict[str, int], query: dict[str, list[int]], turn: int) -> str:
    """Compare the pans in tenths."""
    odd = {hidden["heavy"]: 11, hidden["light"]: 9}
    left, right = (sum(odd.get(coin, 10) for coin in query[pan]) for pan in ("left", "right"))
    return {1: "Left", 0: "Equal", -1: "Right"}[(left > right) - (left < right)]


def solution(hidden: dict[str, int]) -> dict[str, Any]:
    """Both coins."""
    return {"heavy": hidden["heavy"], "light": hidden["light"]}
