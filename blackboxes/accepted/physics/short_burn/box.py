import math

BURNT = 8.0
EXHAUST = 220.0
G = 10.0


def describe() -> dict:
    return {"objects": ["rocket", "mast"]}


def _burning(t):
    """Height and speed upwards while the engine runs."""
    m = 10.0 - 0.5 * t
    height = EXHAUST * (t + 2 * m * math.log(m / 10.0)) - 0.5 * G * t * t
    return height, EXHAUST * math.log(10.0 / m) - G * t


def blackbox(t: float) -> dict:
    height, speed = _burning(min(t, BURNT))
    if t > BURNT:
        u = t - BURNT
        height += speed * u - 0.5 * G * u * u
    return {"rocket": [3.0 * t, height, 0.0], "mast": [3.0 * t, 2.0, 0.0]}
