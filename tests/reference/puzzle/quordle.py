"""Four common words of eight letters, all marked at once."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """Four different words."""
    words = common_words(8)  # noqa: F821 -- the family supplies it
    return {"words": random.Random(seed).sample(words, 4)}


def feedback(hidden: dict[str, Any], query: str, turn: int) -> str:
    """The marks against each word."""
    return ", ".join(marks(word, query) for word in hidden["words"])


def marks(word: str, query: str) -> str:
    """Count what is left of every letter besides those in place."""
    spare = Counter(word) - Counter(a for a, b in zip(word, query, strict=True) if a == b)
    said = ""
    for right, letter in zip(word, query, strict=True):
        if right == letter:
            said += "A"
        elif spare[letter] > 0:
            spare[letter] -= 1
            said += "M"
        else:
            said += "X"
    return said


def solution(hidden: dict[str, Any]) -> list[str]:
    """The words."""
    return list(hidden["words"])
