"""The conical pendulum from the balance of forces."""

from __future__ import annotations

import math

GRAVITY = 10.0
"""m/s^2, as in the published benchmark."""
LENGTH = 5.0
"""m."""
DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the bob's position (m) at time t (s).

    The vertical pull of the thread carries the weight, T cos(theta) = m g; its horizontal pull holds the bob on the
    circle of radius r = L sin(theta), T sin(theta) = m omega^2 r. So omega = sqrt(g / (L cos(theta))).
    """
    theta = math.radians(30.0)
    radius, depth = LENGTH * math.sin(theta), LENGTH * math.cos(theta)
    angle = math.sqrt(GRAVITY / depth) * t
    return {"bob": _place(radius * math.cos(angle), radius * math.sin(angle), -depth)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
