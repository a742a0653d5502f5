"""A palindrome detector as a net list."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """Eight wires read the same backwards; net list of 19 gates."""
    pairs = list(zip(x[:4], x[:3:-1], strict=True))
    both, either = [a & b for a, b in pairs], [a | b for a, b in pairs]
    neither = [1 - e for e in either]
    same = [b | n for b, n in zip(both, neither, strict=True)]
    chain = [int(all(same[: n + 1])) for n in (1, 2, 3)]
    return [*both, *either, *neither, *same, *chain]
