"""A body that is kicked, or under a steady force that is another from certain moments on; slowed, or turned in a plane.

Its velocity c follows c' = a - L c. L is 0 where nothing else acts, a rate where something slows it, and i times an
angular velocity in a plane, written as complex numbers, in which a magnetic field turns it. At every change the force a
becomes another, or at every one the velocity jumps. For given L and changes the rest is linear least squares.

What was seen is explained from the first time on: L from the first places, then a change wherever the motion leaves
what was to be expected, found from the two places behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

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
WEAK = 1e-3
"""A force of this share of the velocity, in a second, is none."""
SURE = 6
"""Places from which what explains them is taken for the law."""
LATE = 12
"""Places after which nothing is asked for to find a law that explains fewer."""


class Law(NamedTuple):
    """How a body moves."""

    rate: complex
    kicks: bool
    """Whether the velocity jumps at the changes; else the force becomes another."""


@dataclass(frozen=True)
class Motion:
    """What explains the first of the places that were seen."""

    law: Law
    changes: tuple[float, ...]
    """The first is the first time."""
    factors: NDArray[Any]
    worst: float
    """The largest distance that is left along an axis."""
    count: int = 0
    """How many places it explains."""

    @property
    def likely(self) -> bool:
        """Whether the velocity jumps where no force acts at first, and the force changes where one does."""
        _, velocity, force = abs(self.factors[:3]).max(axis=1)
        return self.law.kicks == bool(force < WEAK * velocity)

    def __call__(self, t: float) -> NDArray[Any]:
        """Return where the body is."""
        import numpy as np

        found: NDArray[Any] = (_rows([t], self.law, self.changes) @ self.factors)[0]
        return np.array([found[0].real, found[0].imag]) if len(found) == 1 else found.real


def _rows(times: Sequence[float], law: Law, changes: Sequence[float]) -> NDArray[Any]:
    """Return what a place, a velocity, a force and each change by 1 do by each time."""
    import numpy as np

    since = np.array(times) - changes[0]
    begun = [np.ones_like(since), _ran(since, law.rate), _pushed(since, law.rate)]
    return np.stack([*begun, *(_changing(np.array(times) - change, law) for change in changes[1:])], axis=1)


def _changing(s: NDArray[Any], law: Law) -> NDArray[Any]:
    """Return how far a change by 1 leads."""
    return _ran(s.clip(0.0), law.rate) if law.kicks else _pushed(s.clip(0.0), law.rate)


def _ran(s: NDArray[Any], rate: complex) -> NDArray[Any]:
    """Return how far a velocity of 1 at the beginning leads."""
    import numpy as np

    if abs(rate) < SLOW:
        return s
    led: NDArray[Any] = -np.expm1(-rate * s) / rate
    return led


def _pushed(s: NDArray[Any], rate: complex) -> NDArray[Any]:
    """Return how far a force of 1 leads, from its beginning on."""
    led: NDArray[Any] = s**2 / 2 if abs(rate) < SLOW else (s - _ran(s, rate)) / rate
    return led


def _solved(times: Sequence[float], places: NDArray[Any], law: Law, changes: Sequence[float]) -> Motion:
    import numpy as np

    rows = _rows(times, law, changes)
    factors = np.linalg.lstsq(rows, places, rcond=None)[0]
    return Motion(law, tuple(changes), factors, _largest(rows @ factors - places))


def _largest(off: NDArray[Any]) -> float:
    import numpy as np

    return float(max(np.abs(off.real).max(), np.abs(off.imag).max()))


def _refined(times: Sequence[float], places: NDArray[Any], motion: Motion) -> Motion:
    """Return the motion with rate and changes that leave less."""
    import numpy as np
    from scipy.optimize import least_squares

    first, (rate, kicks) = motion.changes[0], motion.law
    unit = rate / abs(rate) if abs(rate) > SLOW else 0.0
    begin = [*([abs(rate)] if unit else []), *motion.changes[1:]]
    if not begin:
        return motion

    def read(numbers: NDArray[Any]) -> tuple[Law, list[float]]:
        of_change = numbers[1:] if unit else numbers
        return Law(unit * numbers[0], kicks), [first, *(float(one) for one in of_change)]

    def off(numbers: NDArray[Any]) -> NDArray[Any]:
        rows = _rows(times, *read(numbers))
        left = (rows @ np.linalg.lstsq(rows, places, rcond=None)[0] - places).ravel()
        return np.concatenate([left.real, left.imag])

    found = least_squares(
        off, np.array(begin), diff_step=np.full(len(begin), 1e-6), xtol=1e-12, ftol=1e-12, gtol=1e-12, max_nfev=30
    )
    better = _solved(times, places, *read(found.x))
    return better if better.worst < motion.worst else motion


def found(times: Sequence[float], places: NDArray[Any], noise: float) -> Motion | None:
    """Return what explains the most of the first places, None where nothing explains more than a few.

    Times rise; `places` has an axis a column. A body turns in the plane of two axes only.
    """
    if len(times) < FIRST:
        return None
    begun = [(motion.law.rate, places) for motion in _begun(times[:FIRST], places[:FIRST], noise, turning=False)]
    if places.shape[1] == 2 and all(rate for rate, _ in begun):
        plane = places[:, :1] + 1j * places[:, 1:]
        begun += [(motion.law.rate, plane) for motion in _begun(times[:FIRST], plane[:FIRST], noise, turning=True)]
    motions = [_followed(times, x, noise, Law(rate, kicks)) for kicks in (False, True) for rate, x in begun]
    return max(motions, key=lambda motion: (motion.count, motion.likely), default=None)


def _begun(times: Sequence[float], places: NDArray[Any], noise: float, *, turning: bool) -> list[Motion]:
    """Return motions without a change that explain the first places: the one in which nothing slows the body alone if
    it does. For a body that turns the places are one column of complex numbers."""
    import numpy as np

    first = [times[0]]
    free = _solved(times, places, Law(0.0, kicks=False), first)
    if free.worst <= noise and not turning:
        return [free]
    span, step = times[-1] - times[0], min(np.diff(times))
    highest = min(np.pi / step, 60 / span)
    slowed = np.geomspace(0.02 / span, 30 / span, RATES // 4)
    rates = 1j * np.linspace(-highest, highest, RATES) if turning else slowed + 0j
    scanned = [_solved(times, places, Law(complex(rate), kicks=False), first) for rate in rates]
    inner = [b for a, b, c in zip(scanned, scanned[1:], scanned[2:], strict=False) if b.worst <= min(a.worst, c.worst)]
    refined = (_refined(times, places, motion) for motion in sorted(inner, key=lambda one: one.worst)[:TRIED])
    return [motion for motion in refined if motion.worst <= noise]


def _followed(times: Sequence[float], places: NDArray[Any], noise: float, law: Law) -> Motion:
    """Follow the motion as far as it can be explained."""
    motion, count = _solved(times[:FIRST], places[:FIRST], law, [times[0]]), FIRST
    while count < len(times):
        part = slice(count + 1)
        same = _solved(times[part], places[part], motion.law, motion.changes)
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
    return replace(motion, count=count)


def _changed(times: Sequence[float], places: NDArray[Any], noise: float, motion: Motion, count: int) -> Motion | None:
    """Return the motion with one change more, before the next place; None where that does not explain the next two."""
    import numpy as np

    part, after = slice(count + 2), np.array(times[count : count + 2])
    off = places[count : count + 2] - _rows(times[count : count + 2], motion.law, motion.changes) @ motion.factors
    moments = np.linspace(times[count - 1], times[count], MOMENTS + 2)[:-1]
    scores = []
    for moment in moments:
        row = _changing(after - moment, motion.law)[:, None]
        scores.append(_largest(row @ np.linalg.lstsq(row, off, rcond=None)[0] - off))
    inner = [n for n in range(len(scores)) if scores[n] == min(scores[max(0, n - 1) : n + 2])]
    for n in sorted(inner, key=lambda n: scores[n])[:TRIED]:
        changes = (*motion.changes, float(moments[n]))
        tried = _refined(times[part], places[part], _solved(times[part], places[part], motion.law, changes))
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
    if motion.count >= len(times) or (motion.count < SURE and len(times) >= LATE):
        return None
    near, here = NEAR * span, times[motion.count]
    behind = times[motion.count + 1] if motion.count + 1 < len(times) else times[0] + span
    if behind - here > 2 * near:
        return here + near
    return (times[motion.count - 1] + here) / 2
