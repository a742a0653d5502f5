"""Quicksort after C. Hoare (1961), on new lists."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, arr: list[int]) -> None:
    """Hoare's idea on new lists, the last item as pivot."""
    if len(arr) < 2:
        return
    *rest, p = arr
    checkpoint(1, arr=arr, p=p)
    left, right = [v for v in rest if not v > p], [v for v in rest if v > p]
    checkpoint(2, p=p, left=left, right=right)
    run(checkpoint, left)
    run(checkpoint, right)
    checkpoint(3, p=p, result=sorted(arr))
