"""A bullet through a long block, by the lost momentum; the moment of its exit by bisection."""

from __future__ import annotations

from math import exp

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]


def blackbox(t: float) -> Positions:
    """Return the block's and the bullet's x (m)."""
    if t <= 1.5:
        return _both(15 * t - t * t / 2, 21.375 - 400 * (1.5 - t))
    low, high = 0.0, 1.0
    while high - low > 1e-13:
        middle = (low + high) / 2
        block, bullet = _inside(middle)
        low, high = (middle, high) if bullet - block < 60 else (low, middle)
    if t - 1.5 <= low:
        return _both(*_inside(t - 1.5))
    block, bullet = _inside(low)
    slow = 400 * exp(-4 * low)
    speed = 13.5 - low + (400 - slow) / 40
    later = t - 1.5 - low
    sliding = min(later, speed)
    return _both(block + speed * sliding - sliding * sliding / 2, bullet + slow * later)


def _inside(u: float) -> tuple[float, float]:
    """Return where block and bullet are u seconds after the hit, the bullet being in the block."""
    way = 100 * (1 - exp(-4 * u))  # of the bullet
    # the block gets a fortieth of the velocity that the bullet has lost: 10 (1 - e^(-4 u)), integrated
    return 21.375 + 13.5 * u - u * u / 2 + 10 * u - way / 40, 21.375 + way


def _both(block: float, bullet: float) -> Positions:
    return {"block": _place(block, 0, 0), "bullet": _place(bullet, 0, 0)}


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
