"""Two balls between two walls, hit by hit in exact fractions; they lose energy between them."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the balls' x (m)."""
    x, v, left = [Fraction(0), Fraction(20)], [Fraction(4), Fraction(-6)], Fraction(str(t))
    while True:
        waits: list[tuple[Fraction, str]] = []
        if v[0] > v[1]:
            waits.append(((x[1] - x[0]) / (v[0] - v[1]), "balls"))
        if v[0] < 0:
            waits.append((x[0] / -v[0], "wall at 0"))
        if v[1] > 0:
            waits.append(((20 - x[1]) / v[1], "wall at 20"))
        wait, what = min(waits, default=(left + 1, ""))
        if wait >= left:
            return {f"ball{n + 1}": _place(float(x[n] + v[n] * left), 0, 0) for n in (0, 1)}
        x, left = [x[n] + v[n] * wait for n in (0, 1)], left - wait
        if what == "balls":  # the centre keeps its velocity; each leaves it at 0.8 of what it came with, turned round
            centre = (5 * v[0] + 3 * v[1]) / 8
            v = [centre - Fraction(4, 5) * (one - centre) for one in v]
        else:
            hit = 0 if what == "wall at 0" else 1
            v[hit] = -v[hit]


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
