from math import cos


def describe():
    return {"objects": ["block"]}


def blackbox(t):
    return {"block": [0.0, 0.2 * (cos(10 * t) - 1), 0.0]}
