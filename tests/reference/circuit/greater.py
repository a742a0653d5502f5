"""At least three ones among six wires, by a tree over all triples."""

from __future__ import annotations

from itertools import combinations


def blackbox(bits: list[int]) -> list[int]:
    """Two gates for each triple of wires, then layers of a tree that says whether any triple is all ones."""
    triples = list(combinations(bits, 3))
    out = [gate for a, b, c in triples for gate in (int(a + b == 2), int(a + b + c == 3))]
    layer = [[int(sum(triple) == 3)] for triple in triples]  # what each node of the tree covers
    while len(layer) > 1:
        joined = [[x for node in layer[i : i + 2] for x in node] for i in range(0, len(layer), 2)]
        out += [int(any(node)) for node, first in zip(joined, layer[::2], strict=True) if len(node) > len(first)]
        layer = joined
    return out
