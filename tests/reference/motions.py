"""Motions written from the laws of mechanics, without a look at any black-box's code."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise

GRAVITY = 10.0
"""m/s^2, as in the published benchmark."""
Positions = dict[str, list[float]]
DIGITS = 9
"""Decimals of a reference's coordinates: far below any tolerance, and the same whatever the mathematical library."""


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]


def conical_pendulum(t: float, length: float = 5.0, degrees: float = 30.0) -> Positions:
    """Return the bob's position (m) at time t (s).

    The vertical pull of the thread carries the weight, T cos(theta) = m g; its horizontal pull holds the bob on the
    circle of radius r = L sin(theta), T sin(theta) = m omega^2 r. So omega = sqrt(g / (L cos(theta))).
    """
    theta = math.radians(degrees)
    radius, depth = length * math.sin(theta), length * math.cos(theta)
    angle = math.sqrt(GRAVITY / depth) * t
    return {"bob": _place(radius * math.cos(angle), radius * math.sin(angle), -depth)}


def uniform_motion(t: float) -> Positions:
    """4 m/s along y."""
    return {"body": _place(0, 4 * t, 0)}


def freefall_inelastic(t: float, height: int = 20, restitution: Fraction = Fraction(3, 5)) -> Positions:
    """Return the height (m) of a ball dropped from `height`, in exact fractions from bounce to bounce.

    A flight that starts with v lasts 2 v / g and rises to v^2 / (2 g); one below 0.01 m does not take place.
    """
    g, left = 10, Fraction(str(t))
    fall, speed = Fraction(2), Fraction(20)  # sqrt(2 h / g) and sqrt(2 g h) for h = 20
    if left <= fall:
        return {"ball": _place(0, float(height - g * left**2 / 2), 0)}
    left -= fall
    while True:
        speed *= restitution
        if speed**2 / (2 * g) < Fraction(1, 100):
            return {"ball": _place(0, 0, 0)}
        if left <= 2 * speed / g:
            return {"ball": _place(0, float(speed * left - g * left**2 / 2), 0)}
        left -= 2 * speed / g


def three_balls(t: float) -> Positions:
    """Return the three balls' x (m), event by event in exact fractions, walls and balls elastic."""
    mass = [Fraction(m) for m in (4, 3, 2)]
    at = [Fraction(x) for x in (0, 10, 20)]
    v = [Fraction(s) for s in (3, 3, -4)]
    left = Fraction(str(t))
    while True:
        wait, hit = _next_event(at, v)
        if wait is None or wait >= left:
            at = [x + s * left for x, s in zip(at, v, strict=True)]
            return {f"ball{n}": _place(float(x), 0, 0) for n, x in enumerate(at, start=1)}
        at, left = [x + s * wait for x, s in zip(at, v, strict=True)], left - wait
        for i, j in hit:
            if j is None:
                v[i] = -v[i]
            else:  # mirror both at the velocity of the centre of mass
                centre = (mass[i] * v[i] + mass[j] * v[j]) / (mass[i] + mass[j])
                v[i], v[j] = 2 * centre - v[i], 2 * centre - v[j]


def _next_event(at: list[Fraction], v: list[Fraction]) -> tuple[Fraction | None, list[tuple[int, int | None]]]:
    """Return how long until the next hits, and which: pairs of balls, or a ball and a wall (None)."""
    found: list[tuple[Fraction, tuple[int, int | None]]] = []
    if v[0] < 0:
        found.append((at[0] / -v[0], (0, None)))
    if v[2] > 0:
        found.append(((30 - at[2]) / v[2], (2, None)))
    for i, j in pairwise(range(3)):
        if v[i] > v[j]:
            found.append(((at[j] - at[i]) / (v[i] - v[j]), (i, j)))
    if not found:
        return None, []
    first = min(wait for wait, _ in found)
    hits = [who for wait, who in found if wait == first]
    if len({n for who in hits for n in who if n is not None}) < sum(1 + (j is not None) for _, j in hits):
        raise ArithmeticError("three bodies meet at once: the rule does not say what happens")
    return first, hits


TICK = 0.01
"""s: the grid of the double pendulum's reference."""


def double_pendulum(t: float) -> Positions:
    """Return both bobs (m): unit masses and threads, both at 45 degrees, at rest.

    Hamilton's equations in the angles and their momenta, Gragg's method with extrapolation (Hairer, Norsett, Wanner,
    Solving Ordinary Differential Equations I, II.9); a time between two ticks takes a step of its own.
    """
    ticks = math.floor(t / TICK + 1e-9)
    a, b, _, _ = _extrapolated(_swung(ticks), t - ticks * TICK)
    x, y = math.sin(a), -math.cos(a)
    return {"bob1": _place(x, y, 0), "bob2": _place(x + math.sin(b), y - math.cos(b), 0)}


State = tuple[float, float, float, float]
"""Two angles from the vertical, two momenta."""


@cache
def _path() -> list[State]:
    return [(math.pi / 4, math.pi / 4, 0.0, 0.0)]


def _swung(ticks: int) -> State:
    path = _path()
    while len(path) <= ticks:
        path.append(_extrapolated(path[-1], TICK))
    return path[ticks]


def _canonical(state: State) -> State:
    """Hamilton's equations: T = (p^2 + 2 q^2 - 2 p q cos d) / (2 (1 + sin^2 d)), V = -2 g cos a - g cos b."""
    a, b, p, q = state
    s, c = math.sin(a - b), math.cos(a - b)
    d = 1 + s * s
    bent = p * q * s / d - (p * p + 2 * q * q - 2 * p * q * c) * s * c / d**2  # dT / d(a - b)
    pull_a, pull_b = 2 * GRAVITY * math.sin(a), GRAVITY * math.sin(b)
    return (p - q * c) / d, (2 * q - p * c) / d, -bent - pull_a, bent - pull_b


def _extrapolated(start: State, span: float) -> State:
    table: list[State] = []
    counts = (2, 4, 6, 8, 10)
    for k, n in enumerate(counts):
        row = [_midpoints(start, span, n)]
        for m in range(1, k + 1):
            ratio = (n / counts[k - m]) ** 2 - 1
            row.append(_mix(row[-1], 1 + 1 / ratio, table[m - 1], -1 / ratio))
        table = row
    return table[-1]


def _mix(one: State, share: float, other: State, rest: float) -> State:
    a, b, c, d = (share * x + rest * y for x, y in zip(one, other, strict=True))
    return a, b, c, d


def _midpoints(start: State, span: float, n: int) -> State:
    h = span / n
    before, now = start, _mix(start, 1, _canonical(start), h)
    for _ in range(n - 1):
        before, now = now, _mix(before, 1, _canonical(now), 2 * h)
    return _mix(_mix(before, 0.5, now, 0.5), 1, _canonical(now), h / 2)


MOTIONS = {
    "physics/conical_pendulum": conical_pendulum,
    "physics/double_pendulum": double_pendulum,
    "physics/freefall_inelastic_collision": freefall_inelastic,
    "physics/three_balls_collision": three_balls,
    "physics/uniform_motion": uniform_motion,
}
