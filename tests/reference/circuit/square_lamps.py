"""Nine switches in a square; a lamp for each line of three shines if exactly one of them is on."""

from __future__ import annotations

LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


def blackbox(x: list[int]) -> list[int]:
    """Add up each line."""
    return [int(sum(x[int(switch) - 1] for switch in line) == 1) for line in LINES]
