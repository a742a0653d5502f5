"""Ways of at most two edges between the nodes of a directed graph with three nodes, as a matrix."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """For each ordered pair of nodes, row by row: whether at most two edges lead from one to the other."""
    edges = {(i, j) for i in range(3) for j in range(3) if bits[3 * i + j]}
    reached = edges | {(i, k) for i, j in edges for other, k in edges if other == j} | {(i, i) for i in range(3)}
    return [int((i, j) in reached) for i in range(3) for j in range(3)]
