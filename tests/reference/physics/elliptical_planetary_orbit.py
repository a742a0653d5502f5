"""A planet on an ellipse: the areas that the radius sweeps, by Simpson's rule and bisection, not Kepler's equation."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]

GM = 6.7e-11 * 8e29 / 1e27
"""In (millions of km)^3 / s^2."""
NEAR, FAR = 60.0, 90.0
LATUS = 2 * NEAR * FAR / (NEAR + FAR)
ECCENTRICITY = (FAR - NEAR) / (FAR + NEAR)
SPIN = sqrt(GM * LATUS)
"""Twice the area that the radius sweeps in a second."""
PARTS = 4096
"""Pieces of the half turn between the nearest and the farthest point."""


def radius(angle: float) -> float:
    """Distance from the star, by the angle from the nearest point."""
    return LATUS / (1 + ECCENTRICITY * cos(angle))


def _times() -> list[float]:
    """When each piece of half a turn begins: Simpson's rule for r^2 dphi / SPIN."""
    h, times = pi / PARTS, [0.0]
    for i in range(PARTS):
        r0, r1, r2 = (radius((i + part) * h) ** 2 for part in (0, 0.5, 1))
        times.append(times[-1] + h / 6 * (r0 + 4 * r1 + r2) / SPIN)
    return times


TIMES = _times()
HALF = TIMES[-1]


def blackbox(t: float) -> Positions:
    """Return the planet's place."""
    _, rest = divmod(t, 2 * HALF)
    back = rest > HALF
    angle = _angle(2 * HALF - rest if back else rest)
    r = radius(angle)
    return {"planet": [_digits(r * cos(angle)), _digits((-1 if back else 1) * r * sin(angle)), 0.0]}


def _angle(t: float) -> float:
    """The angle after a time within the first half turn: the piece by halving, in it by Newton's method."""
    low, high = 0, PARTS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if TIMES[middle] <= t else (low, middle)
    h, start = pi / PARTS, low * pi / PARTS
    left, angle = (t - TIMES[low]) * SPIN, low * pi / PARTS
    for _ in range(6):
        part = angle - start
        swept = part / 6 * (radius(start) ** 2 + 4 * radius(start + part / 2) ** 2 + radius(angle) ** 2)
        angle += (left - swept) / radius(angle) ** 2
    return min(max(angle, start), start + h)


def _digits(x: float) -> float:
    return round(x, DIGITS) + 0.0
