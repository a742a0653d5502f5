from math import cos, radians, sin, sqrt

SINE, COSINE = sin(radians(30)), cos(radians(30))
A = 10 * SINE * 15 / (10 + 5 * SINE * SINE)
BOTTOM = sqrt(32 / A)


def describe():
    return {"objects": ["block", "wedge"]}


def blackbox(t):
    if t <= BOTTOM:
        s = A * t * t / 2
        z = 8 - s * SINE
    else:
        # the horizontal velocities stay, so the horizontal ways go on as if s grew steadily
        s = 16 + A * BOTTOM * (t - BOTTOM)
        z = 0.0
    return {"block": [10 / 15 * COSINE * s, 0.0, z], "wedge": [-5 / 15 * COSINE * s, 0.0, 0.0]}
