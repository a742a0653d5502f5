"""Two balls that bounce once, by mirroring at the centre of mass."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the balls' x (m), in exact fractions."""
    masses, start, speed = (5, 2), (0, 10), (4, 0)
    time = Fraction(str(t))
    centre = Fraction(sum(m * v for m, v in zip(masses, speed, strict=True)), sum(masses))
    hit = Fraction(start[1] - start[0], speed[0] - speed[1])
    before, after = min(time, hit), max(time - hit, 0)
    xs = [x + v * before + (2 * centre - v) * after for x, v in zip(start, speed, strict=True)]
    return {f"ball{n}": _place(float(x), 0, 0) for n, x in enumerate(xs, start=1)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
