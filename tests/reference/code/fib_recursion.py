"""Fibonacci numbers by two calls of the function itself, from a list of what happens."""

from __future__ import annotations

from collections.abc import Callable

Checkpoint = Callable[..., None]


Visit = tuple[int, dict[str, int]]


def visits(n: int) -> list[Visit]:
    """What a call with n passes, in order."""
    if n <= 0:
        return []
    if n <= 2:
        return [(1, {"n": n})]
    a, b = fibonacci(n - 1), fibonacci(n - 2)
    middle = (2, {"n": n, "a": a})
    return [*visits(n - 1), middle, *visits(n - 2), (3, {"n": n, "a": a, "b": b, "result": a + b})]


def fibonacci(n: int) -> int:
    """The n-th Fibonacci number, the first two being 1."""
    low, high = 0, 1
    for _ in range(n):
        low, high = high, low + high
    return low


def run(checkpoint: Checkpoint, n: int) -> None:
    """Pass them."""
    for index, variables in visits(n):
        checkpoint(index, **variables)
