"""A horizontal throw without end, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the ball's place (m)."""
    time = Fraction(str(t))
    return {"ball": _place(float(10 * time), float(-time * (10 * time) / 2), 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
