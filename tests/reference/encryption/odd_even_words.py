"""Words of odd length backwards and shifted, words of even length by halves and mirrored."""

from __future__ import annotations

import re
from string import ascii_lowercase

SHIFTED = ascii_lowercase[3:] + ascii_lowercase[:3]
SHIFT = str.maketrans(ascii_lowercase + ascii_lowercase.upper(), SHIFTED + SHIFTED.upper())
MIRROR = str.maketrans(ascii_lowercase + ascii_lowercase.upper(), ascii_lowercase[::-1] + ascii_lowercase[::-1].upper())


def blackbox(text: str) -> str:
    """Word by word."""
    return re.sub("[A-Za-z]+", lambda found: word(found[0]), text)


def word(letters: str) -> str:
    """One word."""
    half, odd = divmod(len(letters), 2)
    return letters[::-1].translate(SHIFT) if odd else (letters[half:] + letters[:half]).translate(MIRROR)
