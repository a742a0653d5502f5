"""Words of odd length backwards and shifted along the keyboard, words of even length by halves and mirrored on it."""

from __future__ import annotations

import re

KEYS = "qwertyuiopasdfghjklzxcvbnm"
SHIFT = str.maketrans(KEYS + KEYS.upper(), KEYS[3:] + KEYS[:3] + (KEYS[3:] + KEYS[:3]).upper())
MIRROR = str.maketrans(KEYS + KEYS.upper(), KEYS[::-1] + KEYS[::-1].upper())


def blackbox(text: str) -> str:
    """Word by word."""
    return re.sub("[A-Za-z]+", lambda found: word(found[0]), text)


def word(letters: str) -> str:
    """One word."""
    half, odd = divmod(len(letters), 2)
    return letters[::-1].translate(SHIFT) if odd else (letters[half:] + letters[:half]).translate(MIRROR)
