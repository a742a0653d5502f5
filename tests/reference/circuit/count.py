"""A running unary count as a net list."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """Running count of seven wires in unary: "at least k ones so far"; net list of 42 gates."""
    gates: list[int] = []
    for n in range(2, 8):
        before = sum(x[: n - 1])
        ands = {k: int(before >= k - 1 and x[n - 1] == 1) for k in range(n, 1, -1)}
        gates += ands.values()
        gates += [int(before >= k or ands[k]) for k in range(n - 1, 1, -1)]
        gates.append(int(sum(x[:n]) >= 1))
    return gates
