"""Caesar's cipher with a shift of eight."""

from __future__ import annotations

from string import ascii_lowercase as low
from string import ascii_uppercase as high

TABLE = str.maketrans(low + high + " ", low[8:] + low[:8] + high[8:] + high[:8] + "\0")


def blackbox(plaintext: str) -> str:
    """Shift every letter by eight in its own alphabet; blanks are dropped."""
    return plaintext.translate(TABLE).replace("\0", "")
