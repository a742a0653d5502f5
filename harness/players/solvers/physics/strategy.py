"""Motions by fitting: every coordinate is a sum of a few known functions of the time, or is interpolated.

Candidates for a coordinate: polynomials; a polynomial with a harmonic of unknown frequency (and its overtones), damped
or not; an exponential approach. The unknown frequency and rate are scanned and then refined, the rest is linear least
squares. The candidate with the fewest parameters that leaves nothing but rounding is taken, if it has fewer parameters
than there are observations; else a ball that bounces, perhaps pushed anew at every hit (`bounces.py`), or, for all
coordinates together, a system that can be simulated: balls that hit each other (`collisions.py`), a double pendulum
(`pendulums.py`), an orbit (`orbits.py`); else two polynomials that meet, a body that is kicked, or under a force
that is another from certain moments on (`forces.py`), or, without a law, a cubic through the nearest times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.families.physics.family import TimeDomain
from boxwright.harness.players.solvers.physics import bounces, collisions, forces, orbits, pendulums
from boxwright.harness.players.solvers.physics.frames import System, in_some_frame
from boxwright.harness.players.solvers.strategy import FunctionStrategy, Known

if TYPE_CHECKING:
    from numpy.typing import NDArray

Basis = Callable[["NDArray[Any]", float], "list[NDArray[Any]]"]
"""Functions of times, given the one parameter that is not linear."""
Curve = Callable[[float], float]
SYSTEMS = (collisions.fit, in_some_frame(pendulums.fit), in_some_frame(orbits.fit))
EARLY = 0.01
"""Share of the time after which bodies on a line are asked for early on: they tell the first velocities."""
FLIGHTS_FROM = 8
"""Times after which one is asked for in each flight of a ball that bounces."""
CHANGES_FROM = 6
"""Times after which one is asked for that tells when a steady force changes."""
ROUNDED = 0.45
"""Share of the noise that is left where a force that is steady, then another, explains a motion."""
SCANNED = 1_500
REFINED = 40
NEAREST = 4
_ENTRY = re.compile(r"(\w+): \(([^)]*)\)")


def _polynomial(degree: int) -> Basis:
    return lambda t, _: [t**n for n in range(degree + 1)]


def _harmonic(degree: int, overtones: Sequence[int]) -> Basis:
    import numpy as np

    def basis(t: NDArray[Any], w: float) -> list[NDArray[Any]]:
        waves = [f(n * w * t) for n in overtones for f in (np.cos, np.sin)]
        return [*(t**n for n in range(degree + 1)), *waves]

    return basis


def _approach(degree: int) -> Basis:
    import numpy as np

    return lambda t, k: [*(t**n for n in range(degree + 1)), np.exp(-k * t)]


def _candidates() -> list[tuple[int, str, Basis]]:
    """Return (parameters, kind of the nonlinear one, basis), fewest parameters first."""
    made: list[tuple[int, str, Basis]] = [(n + 1, "", _polynomial(n)) for n in range(5)]
    made += [(4, "w", _harmonic(0, (1,))), (5, "w", _harmonic(1, (1,))), (6, "w", _harmonic(0, (1, 2)))]
    made += [(6, "w", _harmonic(0, (1, 3))), (8, "w", _harmonic(0, (1, 2, 3))), (10, "w", _harmonic(0, (1, 2, 3, 4)))]
    made += [(8, "w", _harmonic(0, (1, 3, 5))), (3, "k", _approach(0)), (4, "k", _approach(1))]
    return sorted(made, key=lambda entry: entry[0])


def _solve(basis: Basis, t: NDArray[Any], x: NDArray[Any], parameter: float) -> tuple[float, NDArray[Any]]:
    """Return the largest residual and the factors."""
    import numpy as np

    matrix = np.stack(basis(t, parameter), axis=1)
    factors = np.linalg.lstsq(matrix, x, rcond=None)[0]
    return float(np.abs(matrix @ factors - x).max()), factors


def _scan(kind: str, span: float, step: float, count: int) -> NDArray[Any]:
    import numpy as np

    if kind == "k":
        return np.geomspace(0.05 / span, 50.0 / span, SCANNED // 3)
    highest = min(np.pi / step, np.pi * count / span * 4) if span else 1.0
    return np.linspace(0.3 / span, highest, SCANNED)


def _refined(basis: Basis, t: NDArray[Any], x: NDArray[Any], low: float, high: float) -> float:
    """Golden section on the largest residual."""
    ratio = 0.6180339887498949
    for _ in range(REFINED):
        one, two = high - ratio * (high - low), low + ratio * (high - low)
        if _solve(basis, t, x, one)[0] < _solve(basis, t, x, two)[0]:
            high = two
        else:
            low = one
    return (low + high) / 2


def fit(times: Sequence[float], values: Sequence[float], noise: float, step: float) -> Curve | None:
    """Return the simplest curve that leaves residuals below the noise, or None."""
    import numpy as np

    t, x = np.array(times), np.array(values)
    span = float(t.max() - t.min()) if len(t) else 0.0
    for size, kind, basis in _candidates():
        if size + 1 >= len(t):
            break
        for parameter in _parameters(kind, basis, t, x, span, step):
            worst, factors = _solve(basis, t, x, parameter)
            if worst <= noise:
                return lambda at, b=basis, p=parameter, f=factors: float(  # type: ignore[misc]
                    sum(v[0] * c for v, c in zip(b(np.array([at]), p), f, strict=True))
                )
    return None


def _parameters(kind: str, basis: Basis, t: NDArray[Any], x: NDArray[Any], span: float, step: float) -> Iterator[float]:
    """Yield the parameter's most promising values, refined."""
    import numpy as np

    if not kind:
        yield 0.0
        return
    grid = _scan(kind, span, step, len(t))
    scores = np.array([_solve(basis, t, x, float(p))[0] for p in grid])
    inner = [n for n in range(1, len(grid) - 1) if scores[n] <= scores[n - 1] and scores[n] <= scores[n + 1]]
    for n in sorted(inner, key=lambda n: scores[n])[:4]:
        yield _refined(basis, t, x, float(grid[n - 1]), float(grid[n + 1]))


def interpolate(times: Sequence[float], values: Sequence[float]) -> Curve:
    """Return the polynomial through the nearest times (Lagrange), at most a cubic."""

    def curve(at: float) -> float:
        near = sorted(range(len(times)), key=lambda n: abs(times[n] - at))[:NEAREST]
        total = 0.0
        for n in near:
            weight = 1.0
            for m in near:
                if m != n:
                    weight *= (at - times[m]) / (times[n] - times[m])
            total += weight * values[n]
        return total

    return curve


class PhysicsStrategy(FunctionStrategy):
    """Times at irregular distances first, then where a curve without a law has its widest gap."""

    labels = ("Time", "Positions")

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.domain = TimeDomain.model_validate(known.domain)
        self.seen: dict[float, Mapping[str, list[float]]] = {}
        self.noise = 1e-3
        self._curves: dict[tuple[str, int], Curve] = {}
        self._balls: dict[tuple[str, int, int], bounces.Ball | None] = {}
        self._pushed: dict[str, Sequence[int]] = {}
        self._forced: dict[tuple[str, int], forces.Motion | None] = {}
        self._system: System | None = None
        self._simulated = False

    def learn(self, given: str, told: str) -> None:
        """Take note of a time's positions, and of how finely they are rounded."""
        found = {name: [float(c) for c in where.split(",")] for name, where in _ENTRY.findall(told)}
        self.seen[float(given)] = found
        decimals = max((len(c.partition(".")[2]) for c in re.findall(r"-?\d+\.\d+", told)), default=0)
        self.noise = min(self.noise, 2 * 10.0**-decimals) if decimals > 3 else self.noise

    def choose(self, left: int) -> str:
        """Return a time: spread over the range by the golden ratio, the ends included."""
        steps, number = self.domain.steps, len(self.seen)
        if number < 2:
            return self._text(steps * number)
        if number == 2 and self._on_a_line():
            return self._text(max(1, round(EARLY * steps)))
        if (wish := self._wish()) is not None:
            return self._text(round((wish - self.domain.min_t) * 10**self.domain.decimals))
        asked = sorted(round((t - self.domain.min_t) * 10**self.domain.decimals) for t in self.seen)
        gaps = [(b - a, a) for a, b in pairwise(asked)]
        wide, start = max(gaps)
        return self._text(start + max(1, round(wide * 0.41))) if wide > 1 else self._text(asked[0])

    @property
    def _until(self) -> float:
        """The last time that may be asked for."""
        return self.domain.at(self.domain.steps)

    def _wish(self) -> float | None:
        """Return a time in a flight of which a ball that bounces, and is pushed, shows nothing yet; or one that tells
        when a force changes.
        """
        names = list(next(iter(self.seen.values())))
        if len(self.seen) >= FLIGHTS_FROM:
            curves = [self._gusts(name, axis) for name in names for axis in range(3)]
            if (found := next((curve.wish(self._until) for curve in curves if curve is not None), None)) is not None:
                return found
        if len(self.seen) < CHANGES_FROM or len(names) > 1:
            return None
        axes, motion = self._force(names[0])
        return forces.wish(sorted(self.seen), motion, self._until - self.domain.min_t) if axes else None

    def _force(self, name: str) -> tuple[Sequence[int], forces.Motion | None]:
        """Return the axes along which a force may change, none if it is one at most, and the motion under such a force
        that explains what was seen from the first time on.
        """
        import numpy as np

        if name not in self._pushed:
            axes = [axis for axis in range(3) if not self._simple(name, axis)]
            self._pushed[name] = axes if len(axes) > 1 else []
        along, key = self._pushed[name], (name, len(self.seen))
        if along and key not in self._forced:
            times = sorted(self.seen)
            places = np.array([self.seen[t][name] for t in times])[:, along]
            self._forced[key] = forces.found(times, places, ROUNDED * self.noise)
        return along, self._forced.get(key)

    def _simple(self, name: str, axis: int) -> bool:
        """Whether a coordinate is a known function of the time, or that of a ball that bounces."""
        times = sorted(self.seen)
        values = [self.seen[t][name][axis] for t in times]
        found = fit(times, values, self.noise, 10.0**-self.domain.decimals) or self._ball(name, axis)
        return found is not None or self._gusts(name, axis) is not None

    def _under_force(self, name: str, axis: int) -> Curve | None:
        """Return a coordinate as that of a body under a force that changes, if that explains enough."""
        if len(self.seen) < CHANGES_FROM or len(next(iter(self.seen.values()))) > 1:
            return None
        axes, motion = self._force(name)
        if axis not in axes or motion is None or motion.count < forces.SURE:
            return None
        number = axes.index(axis)
        return lambda at: float(motion(at)[number])

    def _on_a_line(self) -> bool:
        """Whether several bodies were seen on one line, along an axis."""
        places = [place for found in self.seen.values() for place in found.values()]
        moving = [axis for axis in range(3) if len({place[axis] for place in places}) > 1]
        return len(places) > len(self.seen) and len(moving) == 1

    def _text(self, step: int) -> str:
        return format(self.domain.at(step), ".15g")

    def predict(self, given: str, shot: int) -> str:
        """Return every body's position by its curves; the second shot interpolates instead."""
        at = float(given)
        bodies = next(iter(self.seen.values()), {})
        places = []
        for name in bodies:
            curves = [self._curve(name, axis, interpolated=shot > 1) for axis in range(3)]
            places.append(f"{name}: ({', '.join(format(curve(at), '.9f') for curve in curves)})")
        return "; ".join(places) or "(0, 0, 0)"

    def _curve(self, name: str, axis: int, *, interpolated: bool) -> Curve:
        times = sorted(self.seen)
        values = [self.seen[t][name][axis] for t in times]
        if interpolated:
            return interpolate(times, values)
        key = (name, axis)
        if key not in self._curves:
            found = fit(times, values, self.noise, 10.0**-self.domain.decimals)
            self._curves[key] = (
                found
                or self._ball(name, axis)
                or self._gusts(name, axis)
                or self._simulation(name, axis)
                or _pieces(times, values, self.noise)
                or self._under_force(name, axis)
                or interpolate(times, values)
            )
        return self._curves[key]

    def _gusts(self, name: str, axis: int) -> bounces.Gusts | None:
        """Return a coordinate that hits along another axis may push anew, if that explains it."""
        balls = (self._ball(name, other) for other in range(3) if other != axis)
        if (ball := next((ball for ball in balls if ball is not None), None)) is None:
            return None
        times = sorted(self.seen)
        gusts = bounces.Gusts(ball.hits(self._until), times, [self.seen[t][name][axis] for t in times])
        return gusts if gusts.explains(self.noise) else None

    def _ball(self, name: str, axis: int) -> bounces.Ball | None:
        """Return a coordinate as that of a ball that bounces, if that explains it."""
        key = (name, axis, len(self.seen))
        if key not in self._balls:
            times = sorted(self.seen)
            self._balls[key] = bounces.fit(times, [self.seen[t][name][axis] for t in times], self.noise)
        return self._balls[key]

    def _simulation(self, name: str, axis: int) -> Curve | None:
        """Return a coordinate by the system that explains all of them, if there is one."""
        import numpy as np

        names = list(next(iter(self.seen.values())))
        if not self._simulated:
            self._simulated = True
            times = sorted(self.seen)
            places = np.array([[self.seen[t][one] for one in names] for t in times])
            self._system = next((found for kind in SYSTEMS if (found := kind(times, places)) is not None), None)
        system, body = self._system, names.index(name)
        return None if system is None else lambda at: float(system(at)[body, axis])


def _pieces(times: Sequence[float], values: Sequence[float], noise: float) -> Curve | None:
    """Return two polynomials of degree up to 2 that meet, where such a pair explains everything; else None."""
    import numpy as np

    for first, second in ((2, 0), (2, 1), (1, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)):
        for cut in range(first + 2, len(times) - second - 1):
            fits = []
            for part, degree in ((slice(None, cut), first), (slice(cut, None), second)):
                t, x = np.array(times[part]), np.array(values[part])
                factors = np.polynomial.polynomial.polyfit(t, x, degree)
                fits.append((factors, float(np.abs(np.polynomial.polynomial.polyval(t, factors) - x).max())))
            if max(worst for _, worst in fits) <= noise:
                return _joined(fits[0][0], fits[1][0], times[cut - 1], times[cut])
    return None


def _joined(one: NDArray[Any], two: NDArray[Any], low: float, high: float) -> Curve:
    """Return the two polynomials, the change where they are nearest to each other between the two times."""
    import numpy as np

    grid = np.linspace(low, high, 2_001)
    apart = np.abs(np.polynomial.polynomial.polyval(grid, one) - np.polynomial.polynomial.polyval(grid, two))
    change = float(grid[int(apart.argmin())])
    return lambda at: float(np.polynomial.polynomial.polyval(at, one if at <= change else two))


STRATEGY = PhysicsStrategy
