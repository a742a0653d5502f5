"""Runs of two, three and four ones in a ring of ten wires."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """For lengths 2, 3 and 4: whether a run of ones of that length begins at each wire of the ring."""
    ring = bits + bits
    return [int(sum(ring[i : i + length]) == length) for length in (2, 3, 4) for i in range(10)]
