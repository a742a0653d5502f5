"""A shift by the letter that came most often so far."""

from __future__ import annotations

RING = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def blackbox(plaintext: str) -> str:
    """Shift each letter by the most frequent earlier one, an H before all; the first in the ring wins a tie."""
    history, out = "H", ""
    for c in plaintext:
        if c == " ":
            out += c
            continue
        shift = max(range(52), key=lambda n: (history.count(RING[n]), -n))
        out += RING[(RING.index(c) + shift) % 52]
        history += c
    return out
