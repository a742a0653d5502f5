"""Vigenere's cipher from the rows of his square."""

from __future__ import annotations

from itertools import cycle
from string import ascii_uppercase as alphabet

SQUARE = {letter: dict(zip(alphabet, alphabet[n:] + alphabet[:n], strict=True)) for n, letter in enumerate(alphabet)}


def blackbox(plaintext: str) -> str:
    """Take every letter from the row of the keyword's next letter; blanks stay and do not count."""
    keyword = cycle("MEMORY")
    return "".join(c if c == " " else SQUARE[next(keyword)][c] for c in plaintext.upper())
