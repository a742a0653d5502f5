"""A body in uniform motion."""

from __future__ import annotations

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """4 m/s along y."""
    return {"body": _place(0, 4 * t, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
