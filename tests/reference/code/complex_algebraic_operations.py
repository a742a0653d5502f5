"""Five steps with a choice and a halving."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int, c: int, d: int) -> None:
    """Sum of products, ten off or on, a square less all inputs, half of it rounded down, less a."""
    first = a * b + c * d
    checkpoint(1, e=first)
    second = first + (-10 if first > 50 else 10)
    checkpoint(2, e=second)
    third = second**2 - sum((a, b, c, d))
    checkpoint(3, f=third)
    checkpoint(4, f=third >> 1)
    checkpoint(5, g=(third >> 1) - a)
