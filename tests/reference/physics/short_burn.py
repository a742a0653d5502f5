"""A rocket that burns for eight seconds: its acceleration is integrated once, Simpson's rule twice over."""

from __future__ import annotations

DIGITS = 9
"""Decimals of the coordinates: far below any tolerance, and the same whatever the mathematical library."""
STEPS = 4
"""Steps in each hundredth of a second."""


def _thrust(t: float) -> float:
    """Acceleration by the engine and by gravity."""
    return 110 / (10 - t / 2) - 10


def _heights() -> tuple[list[float], float]:
    """Heights at every hundredth of a second of the burn, and the speed at its end."""
    h = 0.01 / STEPS
    height, speed, heights = 0.0, 0.0, [0.0]
    for i in range(800 * STEPS):
        t = i * h
        a0, a1, a2 = _thrust(t), _thrust(t + h / 2), _thrust(t + h)
        height += h * speed + h * h / 6 * (a0 + 2 * a1)
        speed += h / 6 * (a0 + 4 * a1 + a2)
        if (i + 1) % STEPS == 0:
            heights.append(height)
    return heights, speed


HEIGHTS, SPEED = _heights()


def blackbox(t: float) -> dict[str, list[float]]:
    """Return both places."""
    hundredth = round(t * 100)
    free = max(0.0, t - 8)
    height = HEIGHTS[min(hundredth, 800)] + SPEED * free - 5 * free * free
    along = round(3 * t, DIGITS)
    return {"rocket": [along, round(height, DIGITS), 0.0], "mast": [along, 2.0, 0.0]}
