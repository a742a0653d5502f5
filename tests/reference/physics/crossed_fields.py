"""A charged particle in crossed fields: the equation of motion, integrated once on a grid of hundredths of a second."""

from __future__ import annotations

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
STEPS = 8
"""Steps of the integration in each hundredth of a second."""
TURNS = (600, 900, 1200, 1400, 1700)
"""The hundredths at which the field turns round."""
Motion = tuple[float, float, float, float]


def _rate(motion: Motion, field: float) -> Motion:
    _, _, u, v = motion
    return u, v, 2 * v, field - 2 * u


def _table() -> list[Motion]:
    """The Runge-Kutta method of fourth order; the field turns between two steps."""
    h = 0.01 / STEPS
    motion: Motion = (0.0, 0.0, 1.0, 0.0)
    table = [motion]
    for hundredth in range(2000):
        turned = sum(turn <= hundredth for turn in TURNS)
        field = -3.0 if turned % 2 else 3.0
        for _ in range(STEPS):
            k1 = _rate(motion, field)
            k2 = _rate(_moved(motion, k1, h / 2), field)
            k3 = _rate(_moved(motion, k2, h / 2), field)
            k4 = _rate(_moved(motion, k3, h), field)
            mean = tuple((a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4, strict=True))
            motion = _moved(motion, (mean[0], mean[1], mean[2], mean[3]), h)
        table.append(motion)
    return table


def _moved(motion: Motion, rate: Motion, h: float) -> Motion:
    x, y, u, v = (a + h * b for a, b in zip(motion, rate, strict=True))
    return x, y, u, v


TABLE = _table()


def blackbox(t: float) -> dict[str, list[float]]:
    """Return the place; a time of the domain is a whole number of hundredths."""
    x, y, _, _ = TABLE[round(t * 100)]
    return {"particle": [round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0, round(t / 2, DIGITS)]}
