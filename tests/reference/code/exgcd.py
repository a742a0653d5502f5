"""Euclid with the coefficients of Bezout, as rows that are combined."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int) -> None:
    """Each row holds a number and how it is made of a and b; the older one less q times the newer one comes next."""
    older, newer = (a, 1, 0), (b, 0, 1)
    checkpoint(1, x1=1, x2=0, y1=0, y2=1)
    while newer[0]:
        q = older[0] // newer[0]
        next_row = (older[0] - q * newer[0], older[1] - q * newer[1], older[2] - q * newer[2])
        older, newer = newer, next_row
        checkpoint(2, q=q, a=older[0], b=newer[0], x1=older[1], x2=newer[1], y1=older[2], y2=newer[2])
    checkpoint(3, a=older[0], x1=older[1], y1=older[2])
