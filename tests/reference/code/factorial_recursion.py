"""Factorials, from the inside to the outside."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, n: int) -> None:
    """The innermost call ends first, so the visits count upwards."""
    if n < 0:
        checkpoint(1, n=n)
        return
    checkpoint(2, n=min(n, 1), result=1)
    for k in range(2, n + 1):
        checkpoint(3, n=k, result=factorial(k))
