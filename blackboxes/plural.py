"""Counts in words: `1 shot`, `2 shots`."""

from __future__ import annotations


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `one` after 1, else `many`, which is `one` and an s unless it is given."""
    noun = one if number == 1 else many or one + "s"
    return f"{number:,} {noun}"
