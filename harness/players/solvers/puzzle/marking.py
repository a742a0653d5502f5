"""The marks of word puzzles and equations: A in place, M elsewhere, X not there."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache


@lru_cache(maxsize=500_000)
def marks(word: str, query: str) -> str:
    """Return the marks of a query: A in place, M in the word elsewhere, X else; each letter earns one mark."""
    spare = Counter(a for a, b in zip(word, query, strict=True) if a != b)
    made = []
    for right, letter in zip(word, query, strict=True):
        if right == letter:
            made.append("A")
        elif spare[letter] > 0:
            spare[letter] -= 1
            made.append("M")
        else:
            made.append("X")
    return "".join(made)
