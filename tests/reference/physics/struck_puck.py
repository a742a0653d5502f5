"""A puck that five blows strike on its way: each adds what it has led to by then, in fractions."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance."""
BLOWS = (
    ("0", "1.2", "0.5"),
    ("6.3", "-2", "0.3"),
    ("9.1", "0.4", "-1.6"),
    ("11.6", "1.7", "1.4"),
    ("14.2", "-1.1", "-2"),
    ("17.5", "0.6", "2.3"),
)
"""When, and the velocity that comes on top; the first is the start."""


def blackbox(t: float) -> dict[str, list[float]]:
    """A velocity that comes on top at some moment leads as far as if the puck had rested until then."""
    now = Fraction(str(t))
    along = [sum(max(now - Fraction(blow[0]), Fraction(0)) * Fraction(blow[axis]) for blow in BLOWS) for axis in (1, 2)]
    return {"puck": [*(round(float(place), DIGITS) + 0.0 for place in along), 0.0]}
