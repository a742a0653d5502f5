"""The sieve, from divisors."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, n: int) -> None:
    """After striking with p, the numbers left are those without a divisor up to p, and p's own kind."""
    a = [k > 1 for k in range(n + 1)]
    for p in range(2, isqrt(n) + 1):
        if all(p % q for q in range(2, p)):
            a = [left and (k <= p or k % p > 0) for k, left in enumerate(a)]
            checkpoint(1, p=p, a=a)
    checkpoint(2, a=a)
    for i in range(2, n + 1):
        checkpoint(3, i=i, s=[k for k in range(2, i + 1) if a[k]])
