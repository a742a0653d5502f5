"""Three values from three numbers."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int, c: int) -> None:
    """The sum, the product less c, and half of both less ten."""
    checkpoint(1, d=sum((a, b, c)))
    checkpoint(2, e=a * b - c)
    checkpoint(3, f=(a * b + a + b - 10) / 2)  # c cancels out
