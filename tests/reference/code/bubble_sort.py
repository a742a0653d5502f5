"""Bubble sort without an early end."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, arr: list[int]) -> None:
    """Compare neighbours, len - 1 - i times in pass i, and exchange those in the wrong order."""
    items = list(arr)
    checkpoint(1, n=len(items))
    for i in range(len(items)):
        for j in range(len(items) - 1 - i):
            items[j : j + 2] = sorted(items[j : j + 2])
            checkpoint(2, i=i, j=j, arr=list(items))
    checkpoint(3, arr=sorted(arr))
