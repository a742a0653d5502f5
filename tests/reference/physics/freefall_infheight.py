"""A fall without end, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the ball's place (m): the mean speed times the time."""
    time = Fraction(str(t))
    return {"ball": _place(0, float(-time * (10 * time) / 2), 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
