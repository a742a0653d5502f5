"""The letter that comes most often, by counting the beginnings of the text."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, s: str) -> None:
    """After each letter: the different letters so far and how often each came."""
    checkpoint(1, c=[], f=[])
    for end in range(1, len(s) + 1):
        letters = list(dict.fromkeys(s[:end]))
        checkpoint(2, c=letters, f=[s.count(letter, 0, end) for letter in letters])
    best = max(dict.fromkeys(s), key=s.count)
    checkpoint(3, m=s.count(best), r=best)
