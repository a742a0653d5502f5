"""Counts with the right plural: `1 shot`, `2 shots`."""

from __future__ import annotations


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `one` after 1, else `many` (by default `one` with an s)."""
    noun = one if number == 1 else many or one + "s"
    return f"{number:,} {noun}"
