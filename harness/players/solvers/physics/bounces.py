"""A ball that is dropped and bounces: fall with a constant acceleration, restitution the same at every hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

STEPS = 600
"""Restitutions that are scanned, before the best is refined."""
REFINED = 40
SMALL = 0.0006
"""Share of the drop up to which a residual is taken for a flight too low to take place."""
LOWEST_DROP = 0.12
"""Length of a drop below which nothing is told from it."""


def height(t: float, top: float, floor: float, pull: float, restitution: float) -> float:
    """Return where the ball is, dropped from rest at t = 0: after flights without end it lies on the floor."""
    fall = (2 * (top - floor) / pull) ** 0.5
    if t <= fall:
        return top - pull * t * t / 2
    speed, t = pull * fall, t - fall
    for _ in range(200):
        speed *= restitution
        flight = 2 * speed / pull
        if t <= flight or speed < 1e-6:
            break
        t -= flight
    return floor if speed < 1e-6 else floor + max(0.0, speed * t - pull * t * t / 2)


def fit(times: Sequence[float], values: Sequence[float], noise: float) -> Callable[[float], float] | None:
    """Return the motion of a ball that explains every height, or None. Times rise; the first is the drop.

    The ball falls to whichever side its coordinate goes.
    """
    if len(times) < 6:
        return None
    if min(values) < values[0]:
        return _falling(times, values, noise)
    mirrored = _falling(times, [-value for value in values], noise)
    return None if mirrored is None else lambda t: -mirrored(t)


def _falling(times: Sequence[float], values: Sequence[float], noise: float) -> Callable[[float], float] | None:
    """Return the motion of a ball that falls to smaller heights, or None."""
    start, top, lowest = times[0], values[0], min(values)
    small = SMALL * (top - lowest)
    if top - lowest < LOWEST_DROP or max(values) > top + small:
        return None
    seen = [(t - start, x) for t, x in zip(times, values, strict=True) if t > start]
    pulls = {2 * (top - x) / t**2 for t, x in seen[:3] if x < top}
    floors = {lowest, 0.0} if -small < lowest < top else {lowest}
    found = min(
        (_fitted(seen, top, floor, pull) for pull, floor in product(sorted(pulls), sorted(floors))), default=None
    )
    if found is None or found[0] > max(noise, small):
        return None
    _, pull, floor, restitution = found
    return lambda t: height(t - start, top, floor, pull, restitution)


def _fitted(
    seen: Sequence[tuple[float, float]], top: float, floor: float, pull: float
) -> tuple[float, float, float, float]:
    """Return the largest residual, the pull, the floor, and the restitution that leaves it."""

    def worst(restitution: float) -> float:
        return max(abs(height(t, top, floor, pull, restitution) - x) for t, x in seen)

    scan = min((worst(n / STEPS), n / STEPS) for n in range(1, STEPS + 1))
    low, high = scan[1] - 1 / STEPS, min(1.0, scan[1] + 1 / STEPS)
    for _ in range(REFINED):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, two) if worst(one) < worst(two) else (one, high)
    best = min(scan, (worst((low + high) / 2), (low + high) / 2))
    return best[0], pull, floor, best[1]
