"""An orbit round the origin by Newton's law of gravitation: an ellipse, and Kepler's equation for the time on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCANNED = 20_000
RIGHT = 5e-4
"""What is left unexplained at most, as a share of the ellipse's half axis."""


def fit(times: Sequence[float], places: NDArray[Any]) -> Callable[[float], NDArray[Any]] | None:
    """Return the place at a time, or None where there is no ellipse with the origin in a focus.

    On it r = p - e . (x, y), which is linear in p and e (the vector of eccentricity); the mean anomaly then grows
    with the time, and how fast is scanned. `places`: [time, body, axis].
    """
    import numpy as np

    if places.shape[1] != 1 or len(times) < 6 or np.ptp(places[:, 0, 2]) > 1e-6:
        return None
    t, xy = np.array(times), places[:, 0, :2]
    r = np.hypot(xy[:, 0], xy[:, 1])
    (p, ex, ey), *_ = np.linalg.lstsq(np.column_stack([np.ones(len(t)), -xy]), r, rcond=None)
    e = float(np.hypot(ex, ey))
    if not e < 0.95 or p <= 0:
        return None
    half = p / (1 - e * e)
    away = np.arctan2(ey, ex)
    turned = np.arctan2(xy[:, 1], xy[:, 0]) - away
    anomaly = 2 * np.arctan2(np.sqrt(1 - e) * np.sin(turned / 2), np.sqrt(1 + e) * np.cos(turned / 2))
    mean = anomaly - e * np.sin(anomaly)

    def at(time: float, pace: float, begin: float) -> NDArray[Any]:
        wanted = begin + pace * time
        eccentric = wanted
        for _ in range(50):
            eccentric -= (eccentric - e * np.sin(eccentric) - wanted) / (1 - e * np.cos(eccentric))
        x, y = half * (np.cos(eccentric) - e), half * np.sqrt(1 - e * e) * np.sin(eccentric)
        found: NDArray[Any] = places[0].copy()
        found[0, :2] = x * np.cos(away) - y * np.sin(away), x * np.sin(away) + y * np.cos(away)
        return found

    pace, begin = _pace(t, mean)
    worst = max(float(np.abs(at(one, pace, begin) - place).max()) for one, place in zip(times, places, strict=True))
    return (lambda time: at(time, pace, begin)) if worst < RIGHT * half else None


def _pace(t: NDArray[Any], mean: NDArray[Any]) -> tuple[float, float]:
    """Return how fast the mean anomaly grows, and where it begins: the slowest pace that explains it, then refined."""
    import numpy as np

    span = float(np.ptp(t))
    paces = np.linspace(0.1, 40.0, SCANNED) / span
    paces = np.concatenate([paces, -paces])
    turns = np.exp(1j * (mean[None, :] - paces[:, None] * t[None, :]))
    best = float(paces[int(np.abs(turns.mean(axis=1)).argmax())])
    off = np.angle(np.exp(1j * (mean - best * t)))
    middle = np.angle(np.exp(1j * off).mean())
    off = np.angle(np.exp(1j * (off - middle)))
    slope, more = np.polyfit(t, off, 1)
    return best + float(slope), float(middle + more)
