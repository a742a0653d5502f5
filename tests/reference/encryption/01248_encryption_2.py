"""Four counts for every letter, from the binary digits of its place in the alphabet."""

from __future__ import annotations


def blackbox(plaintext: str) -> str:
    """Write how many eights, fours, twos and ones make up each letter's place; a blank is one 0."""
    parts = []
    for c in plaintext:
        if c == " ":
            parts.append("0")
        else:
            place = ord(c.upper()) - ord("A") + 1
            parts.append(f"{place >> 3}{place & 7:03b}")
    return "".join(parts)
