def describe():
    return {"objects": ["ball1", "ball2"]}


def blackbox(t):
    if t <= 2.5:
        x1, x2 = 4 * t, 10.0
    else:
        x1, x2 = 10 + 12 / 7 * (t - 2.5), 10 + 40 / 7 * (t - 2.5)
    return {"ball1": [x1, 0.0, 0.0], "ball2": [x2, 0.0, 0.0]}
