from math import asin, cos, sin, sqrt

K = 0.5  # sin(60 degrees / 2)


def describe():
    return {"objects": ["bob"]}


def cd(u):
    """cn(u) / dn(u) for the modulus K, by the arithmetic-geometric mean."""
    a, b, c = 1.0, sqrt(1 - K * K), K
    steps = []
    while abs(c) > 1e-16:
        a, b, c = (a + b) / 2, sqrt(a * b), (a - b) / 2
        steps.append((a, c))
    angle = 2 ** len(steps) * a * u
    for mean, difference in reversed(steps):
        angle = (angle + asin(difference / mean * sin(angle))) / 2
    sn = sin(angle)
    return cos(angle) / sqrt(1 - K * K * sn * sn)


def blackbox(t):
    half = K * cd(sqrt(5) * t)  # sin(a / 2)
    return {"bob": [4 * half * sqrt(1 - half * half), -2 * (1 - 2 * half * half), 0.0]}
