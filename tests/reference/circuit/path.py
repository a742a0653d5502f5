"""Ways of one or two edges between different nodes of a directed graph with three nodes."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """For each ordered pair of different nodes: the three ways over a node, and what is known after each."""
    edges = {(i, j) for i in range(3) for j in range(3) if bits[3 * i + j]}
    out: list[int] = []
    for i in range(3):
        for j in range(3):
            if i == j:
                continue
            over = [int((i, k) in edges and (k, j) in edges) for k in range(3)]
            out += over
            out += [int((i, j) in edges or any(over[: n + 1])) for n in range(3)]
    return out
