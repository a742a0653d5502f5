"""Knuth, Morris and Pratt with the prefix function, as in T. Cormen and others, Introduction to Algorithms."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, text: str, pattern: str) -> None:
    """Knuth, Morris and Pratt (1977): first the prefix table, then the search, overlaps included."""
    lps, j = [0] * len(pattern), 0
    for i in range(1, len(pattern)):
        while j and pattern[j] != pattern[i]:
            j = lps[j - 1]
            checkpoint(1, i=i, j=j)
        j += int(pattern[j] == pattern[i])
        lps[i] = j
        checkpoint(2, i=i, j=j, lps=lps)
    checkpoint(3, lps=lps)
    found: list[int] = []
    i = j = 0
    while i < len(text):
        if text[i] == pattern[j]:
            i, j = i + 1, j + 1
            if j == len(pattern):
                found, j = [*found, i - j], lps[j - 1]
        elif j:
            j = lps[j - 1]
        else:
            i += 1
        checkpoint(4, i=i, j=j, found=found)
    checkpoint(5, found=found)
