"""The first four of six small steps that exchange two numbers, each value from the inputs themselves."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int) -> None:
    """Tell what each step changes, worked out from what was given."""
    checkpoint(1, a=a + 2 * b)
    checkpoint(2, b=2 * a + 5 * b)
    checkpoint(3, a=-a - 2 * b)
    checkpoint(4, b=a + 3 * b)
