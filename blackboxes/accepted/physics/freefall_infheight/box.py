def describe():
    return {"objects": ["ball"]}


def blackbox(t):
    return {"ball": [0.0, -5.0 * t * t, 0.0]}
