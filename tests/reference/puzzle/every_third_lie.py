"""A number from 1 to 1000; whether it is larger is told, and every third time the opposite."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, int]:
    """The number, then the first lie."""
    rng = random.Random(seed)
    return {"number": rng.randint(1, 1000), "first_lie": rng.randint(1, 3)}


def feedback(hidden: dict[str, int], query: int, turn: int) -> str:
    """Turned around in turns with the remainder of the first lie."""
    larger = query < hidden["number"]
    lies = (turn - hidden["first_lie"]) % 3 == 0
    return "yes" if larger is not lies else "no"


def solution(hidden: dict[str, int]) -> Any:
    """The number alone."""
    return hidden["number"]
