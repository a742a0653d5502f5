"""Digits on both sides of zero, otherwise in each of nine scripts."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]
RANGES = {
    "A": range(-1, 2),
    "B": range(-1, 4),
    "C": range(-4, 3),
    "D": range(-2, 2),
    "E": range(-3, 6),
    "F": range(-1, 5),
    "G": range(-5, 3),
    "H": range(-7, 3),
    "K": range(-1, 3),
}


def run(checkpoint: Checkpoint, n: int, script: str) -> None:
    """Shifted by the least of them, the digits are those of ordinary division."""
    digits = RANGES[script]
    weight = places = 0
    while n:
        n, shifted = divmod(n - digits[0], len(digits))
        weight += abs(digits[shifted])
        places += 1
        checkpoint(1, digit=digits[shifted], rest=n)
    checkpoint(2, weight=weight, places=places)
