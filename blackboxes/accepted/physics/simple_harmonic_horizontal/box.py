import math


def describe() -> dict:
    return {"objects": ["block"]}


def blackbox(t: float) -> dict[str, list[float]]:
    return {"block": [0.2 * math.cos(10.0 * t), 0.0, 0.0]}
