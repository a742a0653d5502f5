"""A double pendulum: lengths and angles are seen, the pull, the ratio of masses and the first speeds are fitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, nan, sin
from typing import TYPE_CHECKING, Any

from boxwright.harness.players.solvers.physics.fitting import refined, worst

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEP = 0.02
RIGHT = 4e-3
RUNS_AWAY = 1e6
"""An angle, or an angular velocity, that no pendulum has."""
PULLS = (9.8, 5.0, 20.0)
State = tuple[float, float, float, float]
"""Both angles from the downward vertical, both angular velocities."""


def _slope(state: State, pull: float, ratio: float, lengths: Sequence[float]) -> State:
    """The equations of motion (Lagrange); `ratio` is the second mass over the first."""
    a, b, u, w = state
    one, two = lengths
    d, total = a - b, 1.0 + ratio
    below = total - ratio * cos(d) ** 2
    du = -pull * total * sin(a) + ratio * pull * sin(b) * cos(d) - ratio * sin(d) * (w * w * two + u * u * one * cos(d))
    dw = total * (pull * sin(a) * cos(d) + u * u * one * sin(d) - pull * sin(b)) + ratio * w * w * two * sin(d) * cos(d)
    return u, w, du / (one * below), dw / (two * below)


def swung(
    state: State, pull: float, ratio: float, lengths: Sequence[float], times: Sequence[float]
) -> list[tuple[float, float]]:
    """Return both angles at rising times, by the classical method of Runge and Kutta; no numbers once it runs away."""
    now, found = 0.0, []

    def on(by: float, slope: State, share: float) -> State:
        a, b, u, w = (s + by * share * d for s, d in zip(state, slope, strict=True))
        return a, b, u, w

    for time in times:
        while now < time and max(map(abs, state)) < RUNS_AWAY:
            by = min(STEP, time - now)
            k1 = _slope(state, pull, ratio, lengths)
            k2 = _slope(on(by, k1, 0.5), pull, ratio, lengths)
            k3 = _slope(on(by, k2, 0.5), pull, ratio, lengths)
            k4 = _slope(on(by, k3, 1.0), pull, ratio, lengths)
            a, b, u, w = (
                s + by * (d1 + 2 * d2 + 2 * d3 + d4) / 6
                for s, d1, d2, d3, d4 in zip(state, k1, k2, k3, k4, strict=True)
            )
            state, now = (a, b, u, w), now + by
        found.append((state[0], state[1]) if now >= time else (nan, nan))
    return found


def fit(times: Sequence[float], places: NDArray[Any]) -> Callable[[float], NDArray[Any]] | None:
    """Return both places at a time, or None where no pendulum hangs from the origin. `places`: [time, bob, axis]."""
    import numpy as np

    if places.shape[1] != 2 or len(times) < 5 or np.ptp(places[:, :, 2]) > RIGHT:
        return None
    threads = places - np.stack([np.zeros_like(places[:, 0]), places[:, 0]], axis=1)
    long = np.hypot(threads[:, :, 0], threads[:, :, 1])
    if (np.ptp(long, axis=0) > RIGHT).any() or (long[0] < RIGHT).any():
        return None
    lengths = [float(one) for one in long.mean(axis=0)]
    angles = np.arctan2(threads[:, :, 0], -threads[:, :, 1])
    after = [t - times[0] for t in times]
    found = _search(angles, lengths, after, places)
    if found is None:
        return None

    def at(time: float) -> NDArray[Any]:
        there: NDArray[Any] = _placed(found, angles, lengths, [time - times[0]], places)[0]
        return there

    return at


def _placed(
    unknown: Sequence[float],
    angles: NDArray[Any],
    lengths: Sequence[float],
    times: Sequence[float],
    places: NDArray[Any],
) -> NDArray[Any]:
    import numpy as np

    pull, ratio, u, w = unknown
    begin = (float(angles[0, 0]), float(angles[0, 1]), u, w)
    swings = np.array(swung(begin, pull, max(ratio, 1e-3), lengths, times))
    made = np.stack([np.sin(swings), -np.cos(swings)], axis=2) * np.array(lengths)[None, :, None]
    found: NDArray[Any] = np.repeat(places[:1], len(times), axis=0)
    found[:, :, :2] = np.cumsum(made, axis=1)
    return found


def _search(
    angles: NDArray[Any], lengths: Sequence[float], times: Sequence[float], places: NDArray[Any]
) -> Sequence[float] | None:
    """Fit to the first places, then to ever more; None where not all can be explained."""
    import numpy as np

    def left(unknown: Sequence[float], count: int) -> NDArray[Any]:
        off = _placed(unknown, angles, lengths, times[1:count], places) - places[1:count]
        bounded: NDArray[Any] = np.nan_to_num(off, nan=1e3, posinf=1e3, neginf=-1e3)
        return bounded.ravel()

    early = (angles[1] - angles[0]) / (times[1] - times[0]) if times[1] - times[0] < 0.3 else np.zeros(2)
    for pull in PULLS:
        unknown = [pull, 1.0, float(early[0]), float(early[1])]
        for count in [*range(3, len(times), 2), len(times)]:
            unknown = refined(left, unknown, count, (1.0,) * 4, 1e-6)
            if worst(left, unknown, count) > 10 * RIGHT:
                break
        if worst(left, unknown, len(times)) < RIGHT:
            return unknown
    return None
