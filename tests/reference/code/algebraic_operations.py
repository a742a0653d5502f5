"""Two values from three numbers."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int, c: int) -> None:
    """The product less c, and half of that and of the sum less ten."""
    checkpoint(1, e=a * b - c)
    checkpoint(2, f=(a * b + a + b - 10) / 2)  # c cancels out
