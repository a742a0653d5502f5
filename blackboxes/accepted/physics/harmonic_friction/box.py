import math

HALF_SWING = math.pi / 10.0
SWINGS = 50


def describe() -> dict:
    return {"objects": ["block"]}


def blackbox(t: float) -> dict[str, list[float]]:
    n = int(t / HALF_SWING)
    if n >= SWINGS:
        x = 0.0
    else:
        u = t - n * HALF_SWING
        a = 1.0 - 0.02 * n  # the size of the turning point
        x = 0.01 + (a - 0.01) * math.cos(10.0 * u)
        if n % 2 == 1:
            x = -x  # mirrored, coming from a negative turning point
    return {"block": [x, 0.0, 0.0]}
