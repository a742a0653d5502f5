"""Three balls between two walls, event by event in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the three balls' x (m), event by event in exact fractions, walls and balls elastic."""
    mass = [Fraction(m) for m in (4, 3, 2)]
    at = [Fraction(x) for x in (0, 10, 20)]
    v = [Fraction(s) for s in (3, 3, -4)]
    left = Fraction(str(t))
    while True:
        wait, hit = _next_event(at, v)
        if wait is None or wait >= left:
            at = [x + s * left for x, s in zip(at, v, strict=True)]
            return {f"ball{n}": _place(float(x), 0, 0) for n, x in enumerate(at, start=1)}
        at, left = [x + s * wait for x, s in zip(at, v, strict=True)], left - wait
        for i, j in hit:
            if j is None:
                v[i] = -v[i]
            else:  # mirror both at the velocity of the centre of mass
                centre = (mass[i] * v[i] + mass[j] * v[j]) / (mass[i] + mass[j])
                v[i], v[j] = 2 * centre - v[i], 2 * centre - v[j]


def _next_event(at: list[Fraction], v: list[Fraction]) -> tuple[Fraction | None, list[tuple[int, int | None]]]:
    """Return how long until the next hits, and which: pairs of balls, or a ball and a wall (None)."""
    found: list[tuple[Fraction, tuple[int, int | None]]] = []
    if v[0] < 0:
        found.append((at[0] / -v[0], (0, None)))
    if v[2] > 0:
        found.append(((30 - at[2]) / v[2], (2, None)))
    for i, j in pairwise(range(3)):
        if v[i] > v[j]:
            found.append(((at[j] - at[i]) / (v[i] - v[j]), (i, j)))
    if not found:
        return None, []
    first = min(wait for wait, _ in found)
    hits = [who for wait, who in found if wait == first]
    if len({n for who in hits for n in who if n is not None}) < sum(1 + (j is not None) for _, j in hits):
        raise ArithmeticError("three bodies meet at once: the rule does not say what happens")
    return first, hits


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
