"""A shift that grows by one with every letter."""

from __future__ import annotations


def blackbox(plaintext: str) -> str:
    """Shift the n-th letter, from 0, by n in the ring a..zA..Z; blanks stay and do not count."""
    ring = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2
    out, shift = "", 0
    for c in plaintext:
        if c != " ":
            c = ring[ring.index(c) + shift]
            shift += 1
        out += c
    return out
