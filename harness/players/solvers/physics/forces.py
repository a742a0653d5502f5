"""A body under a steady force that is another from certain moments on; perhaps it is slowed, or turns in a plane.

Its velocity c follows c' = a - L c. L is 0 where nothing else acts, a rate where something slows it, and i times an
angular velocity in a plane, written as complex numbers, in which a magnetic field turns it. The force a is steady from
one change to the next; place and velocity do not jump. For given L and changes the rest is linear least squares.

What was seen is explained from the first time on: L from the first places, then a change wherever the motion leaves
what was to be expected, found from the two places behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST = 4
"""Places from which the way the body moves without a change is told."""
SHORT = 0.03
"""Share of all times that is halved no more to tell it."""
NEAR = 0.02
"""Share of all times after which a second place behind a change is asked for."""
RATES = 400
MOMENTS = 160
"""Values that are scanned, before the best are refined."""
TRIED = 4
SLOW = 1e-9
SURE = 6
"""Places from which what explains them is taken for the law."""
LATE = 12
"""Places after which nothing is asked for to find a law that explains fewer."""


@dataclass(frozen=True)
class Motion:
    """What explains the first of the places that were seen."""

    rate: complex
    changes: tuple[float, ...]
    """When the force changed; the first is the first time."""
    factors: NDArray[Any]
    worst: float
    """The largest distance that is left along an axis."""
    count: int = 0
    """How many places it explains."""

    def __call__(self, t: float) -> NDArray[Any]:
        """Return where the body is."""
        import numpy as np

        found: NDArray[Any] = (_rows([t], self.rate, self.changes) @ self.factors)[0]
        return np.array([found[0].real, found[0].imag]) if len(found) == 1 else found.real


def _rows(times: Sequence[float], rate: complex, changes: Sequence[float]) -> NDArray[Any]:
    """Return what a place, a velocity and each change of the force by 1 do by each time."""
    import numpy as np

    t = np.array(times)
    ran = _ran(t - changes[0], rate)
    return np.stack([np.ones_like(t), ran, *(_pushed(t - change, rate) for change in changes)], axis=1)


def _ran(s: NDArray[Any], rate: complex) -> NDArray[Any]:
    """Return how far a velocity of 1 at the beginning leads."""
    import numpy as np

    if abs(rate) < SLOW:
        return s
    led: NDArray[Any] = -np.expm1(-rate * s) / rate
    return led


def _pushed(s: NDArray[Any], rate: complex) -> NDArray[Any]:
    """Return how far a force of 1 leads, from its beginning on."""
    import numpy as np

    after = np.maximum(s, 0.0)
    led: NDArray[Any] = after**2 / 2 if abs(rate) < SLOW else (after - _ran(after, rate)) / rate
    return led


def _solved(times: Sequence[float], places: NDArray[Any], rate: complex, changes: Sequence[float]) -> Motion:
    import numpy as np

    rows = _rows(times, rate, changes)
    factors = np.linalg.lstsq(rows, places, rcond=None)[0]
    return Motion(rate, tuple(changes), factors, _largest(rows @ factors - places))


def _largest(off: NDArray[Any]) -> float:
    import numpy as np

    return float(max(np.abs(off.real).max(), np.abs(off.imag).max()))


def _refined(times: Sequence[float], places: NDArray[Any], motion: Motion) -> Motion:
    """Return the motion with rate and changes that leave less."""
    import numpy as np
    from scipy.optimize import least_squares

    first, unit = motion.changes[0], motion.rate / abs(motion.rate) if abs(motion.rate) > SLOW else 0.0
    begin = [*([abs(motion.rate)] if unit else []), *motion.changes[1:]]
    if not begin:
        return motion

    def read(numbers: NDArray[Any]) -> tuple[complex, list[float]]:
        return (unit * numbers[0], [first, *numbers[1:]]) if unit else (0.0, [first, *numbers])

    def off(numbers: NDArray[Any]) -> NDArray[Any]:
        rows = _rows(times, *read(numbers))
        left = (rows @ np.linalg.lstsq(rows, places, rcond=None)[0] - places).ravel()
        return np.concatenate([left.real, left.imag])

    found = least_squares(
        off, np.array(begin), diff_step=np.full(len(begin), 1e-6), xtol=1e-12, ftol=1e-12, gtol=1e-12, max_nfev=30
    )
    better = _solved(times, places, *read(found.x))
    return better if better.worst < motion.worst else motion


def _begun(times: Sequence[float], places: NDArray[Any], *, turning: bool) -> Iterator[Motion]:
    """Yield motions without a change that explain the first places."""
    import numpy as np

    first = [times[0]]
    if not turning:
        yield _solved(times, places, 0.0, first)
    span, step = times[-1] - times[0], min(np.diff(times))
    highest = min(np.pi / step, 60 / span)
    slowed = np.geomspace(0.02 / span, 30 / span, RATES // 4)
    rates = 1j * np.linspace(-highest, highest, RATES) if turning else slowed + 0j
    scanned = [_solved(times, places, rate, first) for rate in rates]
    inner = [b for a, b, c in zip(scanned, scanned[1:], scanned[2:], strict=False) if b.worst <= min(a.worst, c.worst)]
    for motion in sorted(inner, key=lambda one: one.worst)[:TRIED]:
        yield _refined(times, places, motion)


def found(times: Sequence[float], places: NDArray[Any], noise: float) -> Motion | None:
    """Return what explains the most of the first places, None where nothing explains more than a few.

    Times rise; `places` has an axis a column. A body turns in the plane of two axes only.
    """
    straight = explained(times, places, noise, turning=False)
    if places.shape[1] != 2 or (straight is not None and straight.count == len(times)):
        return straight
    turned = explained(times, places[:, :1] + 1j * places[:, 1:], noise, turning=True)
    return max((one for one in (straight, turned) if one is not None), key=lambda one: one.count, default=None)


def explained(times: Sequence[float], places: NDArray[Any], noise: float, *, turning: bool) -> Motion | None:
    """Return what explains the most; for a body that turns the places are one column of complex numbers."""
    if len(times) < FIRST:
        return None
    begun = [m for m in _begun(times[:FIRST], places[:FIRST], turning=turning) if m.worst <= noise]
    followed = [_followed(times, places, noise, motion) for motion in begun]
    return max(followed, key=lambda motion: (motion.count, -len(motion.changes)), default=None)


def _followed(times: Sequence[float], places: NDArray[Any], noise: float, motion: Motion) -> Motion:
    """Follow the motion as far as it can be explained."""
    count = FIRST
    while count < len(times):
        part = slice(count + 1)
        same = _solved(times[part], places[part], motion.rate, motion.changes)
        same = same if same.worst <= noise else _refined(times[part], places[part], same)
        if same.worst <= noise:
            motion, count = same, count + 1
            continue
        if count + 2 > len(times):
            break
        changed = _changed(times, places, noise, motion, count)
        if changed is None:
            break
        motion, count = changed, count + 2
    return Motion(motion.rate, motion.changes, motion.factors, motion.worst, count)


def _changed(times: Sequence[float], places: NDArray[Any], noise: float, motion: Motion, count: int) -> Motion | None:
    """Return the motion with one change more, before the next place; None where that does not explain the next two."""
    import numpy as np

    part, after = slice(count + 2), slice(count, count + 2)
    off = places[after] - _rows(times[after], motion.rate, motion.changes) @ motion.factors
    moments = np.linspace(times[count - 1], times[count], MOMENTS + 2)[:-1]
    scores = []
    for moment in moments:
        row = _pushed(np.array(times[after]) - moment, motion.rate)[:, None]
        scores.append(_largest(row @ np.linalg.lstsq(row, off, rcond=None)[0] - off))
    inner = [n for n in range(len(scores)) if scores[n] == min(scores[max(0, n - 1) : n + 2])]
    for n in sorted(inner, key=lambda n: scores[n])[:TRIED]:
        changes = (*motion.changes, float(moments[n]))
        tried = _refined(times[part], places[part], _solved(times[part], places[part], motion.rate, changes))
        if tried.worst <= noise and times[count - 1] - NEAR <= tried.changes[-1] < times[count]:
            return tried
    return None


def wish(times: Sequence[float], motion: Motion | None, span: float) -> float | None:
    """Return a time that tells how the body moves first, or what happens where it is not explained; None where it is.

    Of a change the second place behind it is asked for, or where there is one that does not help, one before both.
    """
    if motion is None:
        first = times[1] - times[0]
        return times[0] + first / 2 if first > SHORT * span else None
    if motion.count >= len(times):
        return None
    if motion.count < SURE and len(times) >= LATE:
        return None
    near, here = NEAR * span, times[motion.count]
    behind = times[motion.count + 1] if motion.count + 1 < len(times) else times[0] + span
    if behind - here > 2 * near:
        return here + near
    return (times[motion.count - 1] + here) / 2
