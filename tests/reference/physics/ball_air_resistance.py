"""A throw upwards with the resistance of the air, integrated on a grid of hundredths of a second."""

from __future__ import annotations

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


STEPS = 8
"""Steps of the integration in each hundredth of a second."""


def _table() -> list[float]:
    """Return the height at every hundredth of a second up to 20 s, by the Runge-Kutta method of fourth order."""
    h = 0.01 / STEPS
    y, v = 0.0, 15.0
    heights = [y]
    for _ in range(2000):
        for _ in range(STEPS):
            a1 = _pull(v)
            a2 = _pull(v + h / 2 * a1)
            a3 = _pull(v + h / 2 * a2)
            a4 = _pull(v + h * a3)
            y += h * v + h * h / 6 * (a1 + a2 + a3)
            v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        heights.append(y)
    return heights


def _pull(v: float) -> float:
    """Return the acceleration (m/s^2) at the speed v: weight, and the air against the motion."""
    return -10 - 0.05 * v * abs(v)


HEIGHTS = _table()


def blackbox(t: float) -> Positions:
    """Return the ball's place (m); a time of the domain is a whole number of hundredths."""
    return {"ball": _place(0, HEIGHTS[round(t * 100)], 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
