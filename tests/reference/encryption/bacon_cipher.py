"""Five signs for every letter, with a gap of six unused codes after the first half of the alphabet."""

from __future__ import annotations

from itertools import product

CODES = ["".join(signs) for signs in product("xy", repeat=5)]
ALPHABET = "ABCDEFGHIJKLM......NOPQRSTUVWXYZ"


def blackbox(plaintext: str) -> str:
    """Write each letter as the code at its place, in the letter's case; blanks are dropped."""
    signs = dict(zip(ALPHABET, CODES, strict=True))
    out = []
    for c in plaintext.replace(" ", ""):
        code = signs[c.upper()]
        out.append(code.upper() if c.isupper() else code)
    return "".join(out)
