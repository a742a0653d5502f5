def describe():
    return {"objects": ["boat"]}


def blackbox(t):
    if t <= 2.5:
        return {"boat": [t * t, 2.0 * t, 0.0]}
    if t <= 7.5:
        return {"boat": [-t * t / 2 + 7.5 * t - 9.375, 7.5 - t, 0.0]}
    return {"boat": [18.75, 0.0, 0.0]}
