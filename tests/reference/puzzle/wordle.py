"""A common word of eight letters; marks A, M, X."""

from __future__ import annotations

import random
from typing import Any


def new_hidden(seed: int) -> dict[str, Any]:
    """One uniform draw from the sorted words of eight letters."""
    words = common_words(8)  # noqa: F821 -- the family supplies it
    return {"word": random.Random(seed).choice(words)}


def feedback(hidden: dict[str, Any], query: str, turn: int) -> str:
    """By counting: the k-th misplaced occurrence of a letter is marked while unmatched ones are left."""
    word = hidden["word"]
    marks = []
    for place, letter in enumerate(query):
        if word[place] == letter:
            marks.append("A")
            continue
        unmatched = sum(w == letter != q for w, q in zip(word, query, strict=True))
        earlier = sum(query[i] == letter != word[i] for i in range(place))
        marks.append("M" if earlier < unmatched else "X")
    return "".join(marks)


def solution(hidden: dict[str, Any]) -> str:
    """The word."""
    return str(hidden["word"])
