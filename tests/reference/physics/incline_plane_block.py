"""A block that slides down a wedge which slides away, from the two laws of conservation."""

from __future__ import annotations

from math import sqrt

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the places (m): horizontal momentum is 0, so the block has two thirds of the way between them."""
    # at the bottom, with w the horizontal relative speed: 5 * 10 * 8 = (5 ((2 w / 3)^2 + (w tan)^2) + 10 (w / 3)^2) / 2
    slope = 1 / sqrt(3)
    fastest = sqrt(800 / (5 * (4 / 9 + slope**2) + 10 / 9))  # w at the bottom
    along = 8 / slope  # the horizontal relative way
    bottom = 2 * along / fastest
    apart = along * (t / bottom) ** 2 if t < bottom else along + fastest * (t - bottom)
    height = max(8 - slope * apart, 0) if t < bottom else 0
    return {"block": _place(2 * apart / 3, 0, height), "wedge": _place(-apart / 3, 0, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
