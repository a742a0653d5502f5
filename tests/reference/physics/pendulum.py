"""A pendulum of large swings, integrated once over the whole domain on a grid of hundredths of a second."""

from __future__ import annotations

from math import cos, pi, sin

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


STEPS = 8
"""Steps of the integration in each hundredth of a second."""


def _table() -> list[float]:
    """Return the angle at every hundredth of a second up to 20 s, by the Runge-Kutta method of fourth order."""
    h = 0.01 / STEPS
    angle, speed = pi / 3, 0.0
    angles = [angle]
    for _ in range(2000):
        for _ in range(STEPS):
            a1, s1 = speed, -5 * sin(angle)
            a2, s2 = speed + h / 2 * s1, -5 * sin(angle + h / 2 * a1)
            a3, s3 = speed + h / 2 * s2, -5 * sin(angle + h / 2 * a2)
            a4, s4 = speed + h * s3, -5 * sin(angle + h * a3)
            angle += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
            speed += h / 6 * (s1 + 2 * s2 + 2 * s3 + s4)
        angles.append(angle)
    return angles


ANGLES = _table()


def blackbox(t: float) -> Positions:
    """Return the bob's place (m); a time of the domain is a whole number of hundredths."""
    angle = ANGLES[round(t * 100)]
    return {"bob": _place(2 * sin(angle), -2 * cos(angle), 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
