"""A block on a spring, as the real part of a rotating number."""

from __future__ import annotations

from cmath import exp

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the block's place (m)."""
    return {"block": _place((0.2 * exp(10j * t)).real, 0, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
