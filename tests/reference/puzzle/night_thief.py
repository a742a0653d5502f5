"""A thief goes on around forty houses by the same step every night; a query names a house for the present night."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, int]:
    """The first house, then the step."""
    rng = random.Random(seed)
    return {"first": rng.randint(1, 40), "step": rng.randint(1, 39)}


def feedback(hidden: dict[str, int], query: int, turn: int) -> str:
    """Walk night by night, then count the houses between both ways."""
    house = hidden["first"]
    for _ in range(turn - 1):
        house = house + hidden["step"]
        house -= 40 * (house > 40)
    around = min((query - house) % 40, (house - query) % 40)
    return ["There", "Near", "Near", "Near"][around] if around < 4 else "Far"


def solution(hidden: dict[str, int]) -> Any:
    """All of it."""
    return dict(hidden)
