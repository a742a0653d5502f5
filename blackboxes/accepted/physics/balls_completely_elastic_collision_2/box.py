def describe():
    return {"objects": ["ball1", "ball2"]}


def blackbox(t):
    if t <= 1.5:
        x1, x2 = 3 * t, 12 - 5 * t
    else:
        x1, x2 = 4.5 - 7 / 3 * (t - 1.5), 4.5 + 17 / 3 * (t - 1.5)
    return {"ball1": [x1, 0.0, 0.0], "ball2": [x2, 0.0, 0.0]}
