"""Balls on a line that hit each other, and perhaps walls: masses, restitution and walls are fitted by simulation.

The velocities come from the first two times. What is unknown is fitted to the first places, then to ever more of them,
since what a hit does shows only after it; many masses are tried at the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from boxwright.harness.players.solvers.physics.fitting import refined, worst

if TYPE_CHECKING:
    from numpy.typing import NDArray

RATIOS = (0.25, 0.4, 0.6, 0.8, 1.0, 1.25, 1.7, 2.5, 4.0)
RESTITUTIONS = (1.0, 0.8)
BEAM = 6
"""Guesses that are kept."""
RIGHT = 4e-3
"""Length up to which a place is explained."""
LOGS = 6.0
"""Masses are at most 2 to this power times each other."""
HITS = 200
FAR = 1e9


def moved(
    starts: Sequence[float], speeds: Sequence[float], unknown: Sequence[float], times: Sequence[float]
) -> list[list[float]]:
    """Return where the balls are at rising times. Unknown: log mass of all but the first, restitution, two walls."""
    count = len(starts)
    masses = [1.0, *(2.0 ** min(max(log, -LOGS), LOGS) for log in unknown[: count - 1])]
    restitution, *walls = min(1.0, max(0.0, unknown[count - 1])), *unknown[count:]
    x, v, now, hits, found = list(starts), list(speeds), 0.0, 0, []
    for time in times:
        while hits < HITS:
            wait, which = _next(x, v, walls)
            if now + wait > time:
                break
            now, hits = now + wait, hits + 1
            x = [a + b * wait for a, b in zip(x, v, strict=True)]
            _hit(x, v, masses, restitution, which)
        x, now = [a + b * (time - now) for a, b in zip(x, v, strict=True)], time
        found.append(list(x))
    return found


def _next(x: Sequence[float], v: Sequence[float], walls: Sequence[float]) -> tuple[float, int]:
    """Return how long it is to the next hit, and which one it is: that of the balls k and k + 1, or of a
    wall, -1 or n."""
    waits = [((x[n + 1] - x[n]) / (v[n] - v[n + 1]), n) for n in range(len(x) - 1) if v[n] > v[n + 1]]
    if v[0] < 0:
        waits.append(((walls[0] - x[0]) / v[0], -1))
    if v[-1] > 0:
        waits.append(((walls[1] - x[-1]) / v[-1], len(x)))
    wait, which = min(waits, default=(FAR, 0))
    return max(0.0, wait), which


def _hit(x: list[float], v: list[float], masses: Sequence[float], restitution: float, which: int) -> None:
    if which in (-1, len(x)):
        end = max(which, 0) - (which > 0)
        v[end] = -v[end]
        return
    m, n, a, b = masses[which], masses[which + 1], v[which], v[which + 1]
    v[which] = (m * a + n * b - n * restitution * (a - b)) / (m + n)
    v[which + 1] = (m * a + n * b + m * restitution * (a - b)) / (m + n)
    x[which] = x[which + 1] = (x[which] + x[which + 1]) / 2


def fit(times: Sequence[float], places: NDArray[Any]) -> Callable[[float], NDArray[Any]] | None:
    """Return all places at a time, or None where no such balls were there. `places`: [time, ball, axis]."""
    import numpy as np

    spread = np.ptp(places, axis=0).max(axis=0)
    axis = int(spread.argmax())
    if places.shape[1] < 2 or len(times) < 6 or (np.delete(spread, axis) > RIGHT).any():
        return None
    order = np.argsort(places[0, :, axis], kind="stable")
    x = places[:, order, axis]
    starts, speeds = x[0].tolist(), ((x[1] - x[0]) / (times[1] - times[0])).tolist()
    after = [t - times[0] for t in times]
    unknown = _search(starts, speeds, after[1:], x[1:])
    if unknown is None:
        return None

    def at(time: float) -> NDArray[Any]:
        found: NDArray[Any] = places[0].copy()
        found[order, axis] = moved(starts, speeds, unknown, [time - times[0]])[0]
        return found

    return at


def _search(
    starts: Sequence[float], speeds: Sequence[float], times: Sequence[float], x: NDArray[Any]
) -> Sequence[float] | None:
    """Return what explains all places, the guesses fitted to ever more of them; None where nothing does."""
    import numpy as np

    def left(unknown: Sequence[float], count: int) -> NDArray[Any]:
        off: NDArray[Any] = np.array(moved(starts, speeds, unknown, times[:count])) - x[:count]
        return off.ravel()

    low, high = float(min(x[:, 0].min(), starts[0])), float(max(x[:, -1].max(), starts[-1]))
    logs = [float(np.log2(ratio)) for ratio in RATIOS]
    beam: list[list[float]] = [
        [*masses, restitution, *walls]
        for masses in product(logs, repeat=len(starts) - 1)
        for restitution in RESTITUTIONS
        for walls in ((low, high), (-FAR, FAR))
    ]
    scale = [1.0] * (len(starts) - 1) + [0.2, 1.0, 1.0]
    for count in range(2, len(times) + 1):
        beam = sorted(beam, key=lambda guess: worst(left, guess, count))[:BEAM]
        open_ones = [guess for guess in beam if worst(left, guess, count) > RIGHT / 4]
        better = [refined(left, guess, count, scale, 1e-5) for guess in open_ones]
        beam = [*better, *(guess for guess in beam if guess not in open_ones or count <= 4)]
    best = min(beam, key=lambda guess: worst(left, guess, len(times)))
    return best if worst(left, best, len(times)) < RIGHT else None
