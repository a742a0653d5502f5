"""Digits on both sides of zero."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, n: int, base: str) -> None:
    """Shifted by half a base, the digits are those of ordinary division."""
    b = int(base)
    half = b // 2
    digits: list[int] = []
    while n:
        n, shifted = divmod(n + half, b)
        digits.append(shifted - half)
        checkpoint(1, digit=digits[-1], rest=n)
    checkpoint(2, digits=digits[::-1], weight=sum(abs(d) for d in digits))
