"""A ball that bounces for ever, by the time from the nearest highest point."""

from __future__ import annotations

from math import remainder, sqrt

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the ball's place (m): it is at its highest every 2 sqrt 2 s, and falls the same way before and after."""
    away = remainder(t, 2 * sqrt(2))
    return {"ball": _place(0, 10 - 5 * away * away, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
