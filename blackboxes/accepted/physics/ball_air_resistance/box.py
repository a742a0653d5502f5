from math import atan, cos, cosh, log, sqrt

W = sqrt(200)
TOP_TIME = W / 10 * atan(15 / W)
TOP = -20 * log(cos(10 * TOP_TIME / W))


def describe():
    return {"objects": ["ball"]}


def blackbox(t):
    if t <= TOP_TIME:
        y = 20 * log(cos(10 * (TOP_TIME - t) / W) / cos(10 * TOP_TIME / W))
    else:
        y = TOP - 20 * log(cosh(10 * (t - TOP_TIME) / W))
    return {"ball": [0.0, y, 0.0]}
