"""A boat across a river that flows faster in the middle, from the area under the speed of the stream."""

from __future__ import annotations

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the boat's place (m): the stream carries it by the area under its distance from the bank."""
    out, back = min(t, 2.5), min(max(t - 2.5, 0), 5)
    y = 2 * out - back
    area = out * (2 * out) / 2 + back * (5 + y) / 2
    return {"boat": _place(area, y, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
