"""A number from 0 to 100; queries within 15 of it are close."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """One uniform draw."""
    return {"number": random.Random(seed).randint(0, 100)}


def feedback(hidden: dict[str, Any], query: int, turn: int) -> str:
    """Close or Far."""
    return "Close" if -15 <= query - hidden["number"] <= 15 else "Far"


def solution(hidden: dict[str, Any]) -> int:
    """The number."""
    return int(hidden["number"])
