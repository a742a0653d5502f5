def describe():
    return {"objects": ["ball"]}


def blackbox(t):
    return {"ball": [10.0 * t, -5.0 * t * t, 0.0]}
