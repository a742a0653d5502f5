"""A tree of AND gates as a net list."""

from __future__ import annotations


def blackbox(x: list[int]) -> list[int]:
    """Seven AND gates over eight wires, the left half first."""
    g1, g2 = x[0] & x[1], x[2] & x[3]
    g3 = g1 & g2
    g4, g5 = x[4] & x[5], x[6] & x[7]
    g6 = g4 & g5
    return [g1, g2, g3, g4, g5, g6, g3 & g6]
