"""Letters move by their distance from the vowel before; the direction alternates from word to word."""

from __future__ import annotations

import re
from string import ascii_uppercase

KEYS = "qwertyuiopasdfghjklzxcvbnm"


def blackbox(text: str) -> str:
    """Blanks are kept; each part between them is a word or empty."""
    direction, distance, written = 1, 0, ""
    for part in re.split("( +)", text):
        for letter in part:
            if letter == " ":
                written += letter
                continue
            distance += 1
            ring = ascii_uppercase if letter.isupper() else KEYS
            written += ring[(ring.index(letter) + direction * distance) % 26]
            if letter.lower() in "aeiou":
                distance = 0
        if part.strip():
            direction = -direction
    return written
