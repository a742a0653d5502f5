"""Three gambling machines; the draws of all pulls are part of what is hidden."""

from __future__ import annotations

import random
from typing import Any

MACHINES = ["Bandit A", "Bandit B", "Bandit C"]
TENTHS = {"Bandit A": (7, 2, 1), "Bandit B": (2, 7, 1), "Bandit C": (1, 2, 7)}


def new_hidden(seed: int) -> dict[str, Any]:
    """The best machine, then a hundred draws."""
    rng = random.Random(seed)
    best = rng.choice(MACHINES)
    return {"best": best, "draws": [rng.randrange(10) for _ in range(100)]}


def feedback(hidden: dict[str, Any], query: str, turn: int) -> str:
    """A reward where the turn's draw lies below the machine's tenths."""
    draws = hidden["draws"]
    won = draws[(turn - 1) % len(draws)] < TENTHS[hidden["best"]][MACHINES.index(query)]
    return f"Reward: {int(won)}"


def solution(hidden: dict[str, Any]) -> str:
    """The best machine."""
    return str(hidden["best"])
