"""Exchanging two numbers by adding and subtracting."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, a: int, b: int) -> None:
    """Exchange by adding and subtracting."""
    total = a + b
    checkpoint(1, a=total, b=b)
    checkpoint(2, a=total, b=total - b)
    checkpoint(3, a=b, b=a)
