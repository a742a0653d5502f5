"""A point on a rolling wheel: the centre, and the spoke turned clockwise."""

from __future__ import annotations

from cmath import exp

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the point's place (m)."""
    point = complex(t, 1) - 1j * exp(-1j * t)
    return {"point": _place(point.real, point.imag, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
