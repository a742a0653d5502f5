from math import sqrt

HALF = sqrt(2)


def describe():
    return {"objects": ["ball"]}


def blackbox(t):
    u = t % (2 * HALF)
    if u > HALF:
        u = 2 * HALF - u
    return {"ball": [0.0, 10 - 5 * u * u, 0.0]}
