"""Vowels move on by one vowel; the consonants of a word change places in pairs."""

from __future__ import annotations

import re


def blackbox(text: str) -> str:
    """Word by word, the blanks as they are."""
    return re.sub("[a-z]+", lambda found: word(found[0]), text)


def word(letters: str) -> str:
    """Draw the consonants in their new order."""
    consonants = [c for c in letters if c not in "aeiou"]
    for i in range(1, len(consonants), 2):
        consonants[i - 1 : i + 1] = consonants[i], consonants[i - 1]
    following = iter(consonants)
    return "".join(dict(zip("aeiou", "eioua", strict=True)).get(c) or next(following) for c in letters)
