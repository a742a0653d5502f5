"""Merge sort, as in T. Cormen and others, Introduction to Algorithms."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, arr: list[int]) -> None:
    """Top-down merge sort; of two equal items the right one goes first."""
    if len(arr) < 2:
        checkpoint(1, arr=arr)
        return
    m = len(arr) // 2
    checkpoint(2, arr=arr, m=m)
    run(checkpoint, arr[:m])
    run(checkpoint, arr[m:])
    left, right, t = sorted(arr[:m]), sorted(arr[m:]), [0] * len(arr)
    checkpoint(3, left=left, right=right)
    i = j = 0
    for k in range(len(arr)):
        both = i < len(left) and j < len(right)
        take_left = left[i] < right[j] if both else i < len(left)
        t[k] = left[i] if take_left else right[j]
        i, j = (i + 1, j) if take_left else (i, j + 1)
        if both:
            checkpoint(4 if take_left else 5, i=i, j=j, k=k, t=t)
        else:
            checkpoint(6 if take_left else 7, i=i, j=j, k=k + 1, t=t)
    checkpoint(8, arr=t)
