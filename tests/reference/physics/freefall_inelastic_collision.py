"""A ball that falls and bounces, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]
HEIGHT, RESTITUTION = 20, Fraction(3, 5)


def blackbox(t: float) -> Positions:
    """Return the height (m) of a ball dropped from `HEIGHT`, in exact fractions from bounce to bounce.

    A flight that starts with v lasts 2 v / g and rises to v^2 / (2 g); one below 0.01 m does not take place.
    """
    g, left = 10, Fraction(str(t))
    fall, speed = Fraction(2), Fraction(20)  # sqrt(2 h / g) and sqrt(2 g h) for h = HEIGHT
    if left <= fall:
        return {"ball": _place(0, float(HEIGHT - g * left**2 / 2), 0)}
    left -= fall
    while True:
        speed *= RESTITUTION
        if speed**2 / (2 * g) < Fraction(1, 100):
            return {"ball": _place(0, 0, 0)}
        if left <= 2 * speed / g:
            return {"ball": _place(0, float(speed * left - g * left**2 / 2), 0)}
        left -= 2 * speed / g


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
