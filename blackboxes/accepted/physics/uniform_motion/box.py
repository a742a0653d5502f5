SPEED = 4.0  # m/s, along the y axis


def describe():
    return {"objects": ["body"]}


def blackbox(t):
    return {"body": [0.0, SPEED * t, 0.0]}
