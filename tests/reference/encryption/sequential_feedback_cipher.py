"""Every letter is shifted by the letter of the ciphertext before it: running sums."""

from __future__ import annotations

from itertools import accumulate

RING = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def blackbox(plaintext: str) -> str:
    """Give the running sums of the letters' places in the ring, from 27 on; blanks stay."""
    sums = accumulate((RING.index(c) for c in plaintext if c != " "), initial=27)
    next(sums)
    return "".join(c if c == " " else RING[next(sums) % 52] for c in plaintext)
