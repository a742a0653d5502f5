"""Long division to four decimals, rounded half up, in whole numbers."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int) -> None:
    """Take the digits from the quotient of the enlarged number."""
    size = abs(a)
    checkpoint(1, neg=a < 0, q=size // b, r=size % b)
    for count in range(1, 5):
        enlarged = size * 10**count
        digits = [int(c) for c in f"{enlarged // b % 10**count:0{count}d}"]
        checkpoint(2, d=digits, r=enlarged % b)
    rounded = size * 10**5 // b
    rounded = (rounded + 5) // 10
    whole, part = divmod(rounded, 10**4)
    sign = "-" if a < 0 and rounded else ""
    checkpoint(3, q=whole, d=[int(c) for c in f"{part:04d}"], s=f"{sign}{whole}.{part:04d}")
