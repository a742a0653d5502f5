"""Counts with the right plural, and lists, in words: `1 shot`, `2 shots`; `letters, digits and spaces`."""

from __future__ import annotations

from collections.abc import Sequence


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `one` after 1, else `many` (by default `one` with an s)."""
    noun = one if number == 1 else many or one + "s"
    return f"{number:,} {noun}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
