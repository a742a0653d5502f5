from math import cos, sin


def describe():
    return {"objects": ["point"]}


def blackbox(t):
    return {"point": [t - sin(t), 1 - cos(t), 0.0]}
