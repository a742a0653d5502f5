from math import cos, pi


def describe():
    return {"objects": ["block"]}


def blackbox(t):
    swing = int(t / (pi / 10))  # complete half swings so far
    if swing >= 50:
        return {"block": [0.0, 0.0, 0.0]}
    u = t - swing * pi / 10
    size = 1 - 0.02 * swing  # of the turning point from which it comes
    x = 0.01 + (size - 0.01) * cos(10 * u)
    return {"block": [x if swing % 2 == 0 else -x, 0.0, 0.0]}
