"""A common word of eleven letters; marks A, M, X."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """One uniform draw from the sorted words of eleven letters."""
    words = common_words(11)  # noqa: F821 -- the family supplies it
    return {"word": random.Random(seed).choice(words)}


def feedback(hidden: dict[str, Any], query: str, turn: int) -> str:
    """Two passes over lists: right places are struck out first."""
    left: list[str | None] = list(hidden["word"])
    marks = ["X"] * len(query)
    for place, letter in enumerate(query):
        if left[place] == letter:
            marks[place], left[place] = "A", None
    for place, letter in enumerate(query):
        if marks[place] == "X" and letter in left:
            marks[place] = "M"
            left[left.index(letter)] = None
    return "".join(marks)


def solution(hidden: dict[str, Any]) -> str:
    """The word."""
    return str(hidden["word"])
