"""Eight bolts and eight nuts of the sizes 1 to 8; three nuts are tried on three bolts in a turn."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """The bolts' sizes shuffled, then the nuts'."""
    rng = random.Random(seed)
    bolts, nuts = list(range(1, 9)), list(range(1, 9))
    rng.shuffle(bolts)
    rng.shuffle(nuts)
    return {"bolts": bolts, "nuts": nuts}


def feedback(hidden: dict[str, Any], query: list[list[int]], turn: int) -> str:
    """What each nut is for its bolt."""
    said = []
    for bolt, nut in query:
        over = hidden["nuts"][nut - 1] - hidden["bolts"][bolt - 1]
        said.append("equal" if over == 0 else "large" if over > 0 else "small")
    return ", ".join(said)


def solution(hidden: dict[str, Any]) -> list[int]:
    """For each bolt the number of its nut."""
    return [hidden["nuts"].index(size) + 1 for size in hidden["bolts"]]
