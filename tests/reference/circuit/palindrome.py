"""A palindrome, two equal halves, or both."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """Four mirrored pairs, four pairs of the same place, and what follows from them."""
    first, second = x[:4], x[4:]
    mirrored, halves = compared(first, second[::-1]), compared(first, second)
    alike = [[int(pairs[12 : 13 + n] == [1] * (n + 1)) for n in (1, 2, 3)] for pairs in (mirrored, halves)]
    palindrome, equal = x == x[::-1], first == second
    told = [not equal, palindrome and not equal, palindrome or equal, palindrome and equal]
    return [*mirrored, *halves, *alike[0], *alike[1], *map(int, told)]


def compared(one: list[int], other: list[int]) -> list[int]:
    """Both on, any on, none on, and equal, four gates each."""
    sums = [a + b for a, b in zip(one, other, strict=True)]
    return [int(n in held) for held in ((2,), (1, 2), (0,), (0, 2)) for n in sums]
