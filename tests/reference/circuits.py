"""Circuits as net lists, written down gate by gate from their descriptions."""

from __future__ import annotations

from collections.abc import Callable


def and_tree(x: list[int]) -> list[int]:
    """Seven AND gates over eight wires, the left half first."""
    g1, g2 = x[0] & x[1], x[2] & x[3]
    g3 = g1 & g2
    g4, g5 = x[4] & x[5], x[6] & x[7]
    g6 = g4 & g5
    return [g1, g2, g3, g4, g5, g6, g3 & g6]


def compare(x: list[int]) -> list[int]:
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


CIRCUITS: dict[str, Callable[[list[int]], list[int]]] = {"circuit/and_tree": and_tree, "circuit/compare": compare}
