"""A ball that bounces with 80 % of its speed and is blown aside by a steady wind, bounce by bounce in fractions."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance."""


def blackbox(t: float) -> dict[str, list[float]]:
    """The first fall takes 2 s and ends with 20 m/s; each flight lasts a fifth of its first speed, in seconds."""
    now = Fraction(str(t))
    height = 20 - 5 * now * now
    begin, speed = Fraction(2), Fraction(16)
    while begin <= now:
        in_flight = now - begin
        height = speed * in_flight - 5 * in_flight * in_flight
        begin, speed = begin + speed / 5, speed * Fraction(4, 5)
    return {"ball": [round(float(now * now / 4), DIGITS), round(float(height), DIGITS) + 0.0, 0.0]}
