"""A block on a hanging spring, from half the angle."""

from __future__ import annotations

from math import sin

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the block's place (m), measured from where it was let go."""
    return {"block": _place(0, -0.4 * sin(5 * t) ** 2, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
