"""A five-bit comparator as a net list."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """Five-bit comparator a > b, most significant bit first; net list of 38 gates."""
    a, b = x[:5], x[5:]
    gates: list[int] = []
    for i in range(5):
        gates += [1 - a[i], 1 - b[i]]
    greater = [a[i] & (1 - b[i]) for i in range(5)]
    gates += greater
    equal = []
    for i in range(5):
        both, neither = a[i] & b[i], (1 - a[i]) & (1 - b[i])
        equal.append(both | neither)
        gates += [both, neither, equal[i]]
    current = greater[4]
    for i in (3, 2, 1, 0):
        passed = equal[i] & current
        current = greater[i] | passed
        gates += [passed, current]
    return gates
