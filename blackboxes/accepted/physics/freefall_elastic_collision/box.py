import math

HALF = math.sqrt(2.0)


def describe() -> dict:
    return {"objects": ["ball"]}


def blackbox(t: float) -> dict[str, list[float]]:
    u = math.fmod(t, 2.0 * HALF)
    if u > HALF:
        u = 2.0 * HALF - u  # the way up mirrors the way down
    return {"ball": [0.0, 10.0 - 5.0 * u * u, 0.0]}
