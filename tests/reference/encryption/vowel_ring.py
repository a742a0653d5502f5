"""Consonants of a word change places in pairs; then letters move on by one in two rings, in every second word back."""

from __future__ import annotations

import re
from itertools import count

RINGS = ("aeiou", "qwrtypsdfghjklzxcvbnm")


def blackbox(text: str) -> str:
    """Word by word, the blanks as they are."""
    numbers = count()
    return re.sub("[a-z]+", lambda found: word(found[0], -1 if next(numbers) % 2 else 1), text)


def word(letters: str, step: int) -> str:
    """Draw the consonants in their new order, and move all letters on."""
    consonants = [c for c in letters if c not in "aeiou"]
    for i in range(1, len(consonants), 2):
        consonants[i - 1 : i + 1] = consonants[i], consonants[i - 1]
    following = iter(consonants)
    return "".join(moved(c if c in "aeiou" else next(following), step) for c in letters)


def moved(letter: str, step: int) -> str:
    """The neighbour in the letter's ring."""
    ring = next(ring for ring in RINGS if letter in ring)
    return ring[(ring.index(letter) + step) % len(ring)]
