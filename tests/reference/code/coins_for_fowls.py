"""Cocks at five coins, hens at three, chicks at one: n fowls for m coins, by trying."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, m: int, n: int) -> None:
    """Try all numbers of cocks and hens in order until the price fits; no try has more cocks and hens than fowls."""
    checkpoint(1, p=m // 5, q=m // 3)
    tries = 0
    for cocks in range(m // 5 + 1):
        for hens in range(min(m // 3, n - cocks) + 1):
            tries += 1
            price = n + 4 * cocks + 2 * hens  # a chick each, and what cocks and hens cost more
            checkpoint(2, y=hens, z=n - cocks - hens, t=price)
            if price == m:
                checkpoint(4, a=cocks, b=hens, c=n - cocks - hens, k=tries)
                return
        checkpoint(3, k=tries)
    checkpoint(4, a=0, b=0, c=0, k=tries)
