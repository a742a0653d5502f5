"""A ball that is dropped and bounces: fall with a constant acceleration, restitution the same at every hit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEPS = 600
"""Restitutions that are scanned, before the best is refined."""
REFINED = 40
SMALL = 0.0006
"""Share of the drop up to which a residual is taken for a flight too low to take place."""
LOWEST_DROP = 0.12
"""Length of a drop below which nothing is told from it."""
MOST_HITS = 40
RANK = 1e-9
"""Smaller singular values than this share of the largest count as none."""


@dataclass(frozen=True)
class Ball:
    """What explains a coordinate of a ball that bounces."""

    start: float
    top: float
    floor: float
    pull: float
    restitution: float
    side: int
    """1 where it falls to smaller coordinates, -1 where to larger ones."""

    def __call__(self, t: float) -> float:
        """Return its coordinate."""
        return self.side * height(t - self.start, self.top, self.floor, self.pull, self.restitution)

    def hits(self, until: float) -> list[float]:
        """Return the times of its first hits up to a time."""
        fall = (2 * (self.top - self.floor) / self.pull) ** 0.5
        found, flight = [self.start + fall], 2 * fall * self.restitution
        while found[-1] <= until and len(found) < MOST_HITS:
            found.append(found[-1] + flight)
            flight *= self.restitution
        return [t for t in found if t <= until]


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


def fit(times: Sequence[float], values: Sequence[float], noise: float) -> Ball | None:
    """Return the motion of a ball that explains every height, or None. Times rise; the first is the drop.

    The ball falls to whichever side its coordinate goes.
    """
    if len(times) < 6:
        return None
    if min(values) < values[0]:
        return _falling(times, values, noise, 1)
    return _falling(times, [-value for value in values], noise, -1)


def _falling(times: Sequence[float], values: Sequence[float], noise: float, side: int) -> Ball | None:
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
    return Ball(start, top, floor, pull, restitution, side)


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


@dataclass(frozen=True)
class Gusts:
    """A coordinate along which a push is steady from one hit to the next, and another after it."""

    hits: Sequence[float]
    times: Sequence[float]
    values: Sequence[float]

    def __call__(self, t: float) -> float:
        """Return the coordinate; where what was seen leaves it open, by the weakest pushes that explain all."""
        import numpy as np

        pushes = np.linalg.lstsq(self._rows(self.times), np.array(self.values), rcond=RANK)[0]
        return float((self._rows([t]) @ pushes)[0])

    def explains(self, noise: float) -> bool:
        """Whether the coordinate was where it would be, at all times."""
        return max(abs(self(t) - x) for t, x in zip(self.times, self.values, strict=True)) <= noise

    def wish(self, until: float) -> float | None:
        """Return a time in the first flight in which nothing was seen, None where there is none."""
        ends = [*self.hits, until]
        flights = ((a, b) for a, b in pairwise(ends) if not any(a < t <= b for t in self.times))
        return next(((a + b) / 2 for a, b in flights), None)

    def _rows(self, times: Sequence[float]) -> NDArray[Any]:
        """Return what a place, a speed and each push of 1 do by each time."""
        import numpy as np

        t = np.array(times)[:, None]
        begins = np.array([min(self.times), *self.hits])[None, :]
        lasts = np.append(np.diff(begins[0]), np.inf)[None, :]
        inside = np.clip(t - begins, 0.0, lasts)
        after = np.clip(t - begins - inside, 0.0, None)
        return np.concatenate([np.ones_like(t), t, inside**2 / 2 + inside * after], axis=1)
