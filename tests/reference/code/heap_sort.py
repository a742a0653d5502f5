"""Heap sort, as in T. Cormen and others, Introduction to Algorithms."""

from __future__ import annotations

from collections.abc import Callable, Iterator

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, arr: list[int]) -> None:
    """Williams' (1964) heap sort with a max-heap, as a textbook has it, but for the last exchange of all."""
    a, n = list(arr), len(arr)
    for i in reversed(range(n // 2)):
        for j in _sifted(a, i, n):
            checkpoint(1, a=a, i=i, j=j)
        checkpoint(2, a=a)
    checkpoint(3, a=a)
    for i in range(n - 1, 1, -1):
        a[0], a[i] = a[i], a[0]
        for j in _sifted(a, 0, i):
            checkpoint(4, a=a, i=i, j=j)
        checkpoint(5, a=a)


def _sifted(a: list[int], j: int, n: int) -> Iterator[int]:
    """Sift the item at j down the heap a[:n]; yields its new place after every swap."""
    while 2 * j + 1 < n:
        child = max(range(2 * j + 1, min(2 * j + 3, n)), key=lambda place: (a[place], -place))
        if a[child] <= a[j]:
            return
        a[j], a[child] = a[child], a[j]
        j = child
        yield j
