"""The double pendulum by Hamilton's equations and Gragg's method with extrapolation."""

from __future__ import annotations

import math
from functools import cache

GRAVITY = 10.0
"""m/s^2, as in the published benchmark."""
TICK = 0.01
"""s: the grid of the path that is kept."""
DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
Positions = dict[str, list[float]]
State = tuple[float, float, float, float]
"""Two angles from the vertical, two momenta."""


def blackbox(t: float) -> Positions:
    """Return both bobs (m): unit masses and threads, both at 45 degrees, at rest.

    Hamilton's equations in the angles and their momenta, Gragg's method with extrapolation (Hairer, Norsett, Wanner,
    Solving Ordinary Differential Equations I, II.9); a time between two ticks takes a step of its own.
    """
    ticks = math.floor(t / TICK + 1e-9)
    a, b, _, _ = _extrapolated(_swung(ticks), t - ticks * TICK)
    x, y = math.sin(a), -math.cos(a)
    return {"bob1": _place(x, y, 0), "bob2": _place(x + math.sin(b), y - math.cos(b), 0)}


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


def _place(x: float, y: float, z: float) -> list[float]:
    return [round(float(c), DIGITS) + 0.0 for c in (x, y, z)]
