"""Pairs of letters from a table; the five letters of the pairs are A, D, H, X and Z."""

from __future__ import annotations

ROWS = (
    "a AH, b AA, c XH, d DA, e ZH, f HD, g XA, h DD, i XD, j XD, k DZ, l AX, m ZA",
    "n HZ, o DH, p AZ, q HA, r ZD, s HX, t AD, u XX, v HH, w ZX, x XZ, y ZZ, z DX",
)
PAIRS = dict(entry.split() for row in ROWS for entry in row.split(", "))


def blackbox(plaintext: str) -> str:
    """Look every letter up; a blank stays."""
    return "".join(PAIRS.get(c, c) for c in plaintext.lower())
