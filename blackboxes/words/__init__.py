"""Common English words for word puzzles, from SCOWL (see README.md beside this file)."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def common_words() -> tuple[str, ...]:
    """Return all words: 4 to 12 letters a-z, sorted."""
    return tuple((Path(__file__).parent / "common.txt").read_text(encoding="ascii").split())
