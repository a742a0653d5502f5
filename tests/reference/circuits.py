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


def palindrome(x: list[int]) -> list[int]:
    """Eight wires read the same backwards; net list of 19 gates."""
    pairs = list(zip(x[:4], x[:3:-1], strict=True))
    both, either = [a & b for a, b in pairs], [a | b for a, b in pairs]
    neither = [1 - e for e in either]
    same = [b | n for b, n in zip(both, neither, strict=True)]
    chain = [int(all(same[: n + 1])) for n in (1, 2, 3)]
    return [*both, *either, *neither, *same, *chain]


def count(x: list[int]) -> list[int]:
    """Running count of seven wires in unary: "at least k ones so far"; net list of 42 gates."""
    gates: list[int] = []
    for n in range(2, 8):
        before = sum(x[: n - 1])
        ands = {k: int(before >= k - 1 and x[n - 1] == 1) for k in range(n, 1, -1)}
        gates += ands.values()
        gates += [int(before >= k or ands[k]) for k in range(n - 1, 1, -1)]
        gates.append(int(sum(x[:n]) >= 1))
    return gates


CIRCUITS: dict[str, Callable[[list[int]], list[int]]] = {
    "circuit/and_tree": and_tree,
    "circuit/compare": compare,
    "circuit/count": count,
    "circuit/palindrome": palindrome,
}
