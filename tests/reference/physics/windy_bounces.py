"""A ball that bounces with 80 % of its speed, and a wind that turns and grows with every bounce, in fractions."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance."""


def blackbox(t: float) -> dict[str, list[float]]:
    """The first fall takes 2 s and ends with 20 m/s; each flight lasts a fifth of its first speed, in seconds."""
    left = Fraction(str(t))
    along, drift = Fraction(0), Fraction(0)
    height, upward, lasts = Fraction(20), Fraction(0), Fraction(2)
    wind, stronger = Fraction(1, 2), Fraction(1, 4)
    while left > lasts:
        along += drift * lasts + wind * lasts * lasts / 2
        drift += wind * lasts
        height = Fraction(0)
        upward = Fraction(16) if upward == 0 else upward * Fraction(4, 5)
        left, lasts = left - lasts, upward / 5
        wind = -wind - stronger if wind > 0 else -wind + stronger
    along += drift * left + wind * left * left / 2
    height += upward * left - 5 * left * left
    return {"ball": [round(float(along), DIGITS), round(float(height), DIGITS) + 0.0, 0.0]}
