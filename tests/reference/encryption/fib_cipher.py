"""A shift by Fibonacci numbers, from the description."""

from __future__ import annotations


def blackbox(plaintext: str) -> str:
    """Shift the n-th letter by the n-th Fibonacci number in the ring a..zA..Z; blanks stay and do not count."""
    ring = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    golden = [1, 1]
    while len(golden) < len(plaintext):
        golden.append(sum(golden[-2:]))
    shifts = iter(golden)
    return "".join(c if c == " " else ring[(ring.index(c) + next(shifts)) % len(ring)] for c in plaintext)
