"""A block on a spring with dry friction, from turning point to turning point."""

from __future__ import annotations

from math import copysign, cos, pi

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the block's x (m): each half swing goes around the point where spring and friction balance."""
    turn, left = 1.0, t
    while abs(turn) > 0.01:
        middle = copysign(0.01, turn)
        if left < pi / 10:
            return {"block": _place(middle + (turn - middle) * cos(10 * left), 0, 0)}
        turn, left = 2 * middle - turn, left - pi / 10
    return {"block": _place(turn, 0, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
