"""Bubble sort without an early end."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, arr: list[int]) -> None:
    """Compare neighbours in one pass fewer than there are numbers, and exchange those in the wrong order.

    A pass moves a number one place down if a greater one stands before it, so those are its exchanges.
    """
    items = list(arr)
    for last in reversed(range(1, len(items))):
        exchanged = sum(max(items[:k]) > items[k] for k in range(1, last + 1))
        for j in range(last):
            items[j : j + 2] = sorted(items[j : j + 2])
            checkpoint(1, arr=list(items))
        checkpoint(2, swaps=exchanged)
