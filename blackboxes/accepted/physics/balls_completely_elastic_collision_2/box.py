def describe() -> dict:
    return {"objects": ["ball1", "ball2"]}


def blackbox(t: float) -> dict[str, list[float]]:
    if t <= 1.5:
        x1 = 3.0 * t
        x2 = 12.0 - 5.0 * t
    else:
        u = t - 1.5
        x1 = 4.5 - 7.0 / 3.0 * u
        x2 = 4.5 + 17.0 / 3.0 * u
    return {"ball1": [x1, 0.0, 0.0], "ball2": [x2, 0.0, 0.0]}
