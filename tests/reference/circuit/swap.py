"""Nine wires, rotated."""

from __future__ import annotations


def blackbox(bits: list[int]) -> list[int]:
    """Put the last four wires before the first five."""
    return bits[-4:] + bits[:-4]
