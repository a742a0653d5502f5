"""Exchanging two numbers by six small steps, each value from the inputs themselves."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int) -> None:
    """Tell what each step leaves, worked out from what was given."""
    first, second = a, b
    left = [first + 2 * second] * 2 + [-first - 2 * second] * 2 + [second] * 2
    right = [second] + [2 * first + 5 * second] * 2 + [first + 3 * second] * 2 + [first]
    for number, (one, other) in enumerate(zip(left, right, strict=True), start=1):
        checkpoint(number, a=one, b=other)
