def describe() -> dict:
    return {"objects": ["ball1", "ball2"]}


def blackbox(t: float) -> dict[str, list[float]]:
    if t <= 2.5:
        x1 = 4.0 * t
        x2 = 10.0
    else:
        u = t - 2.5
        x1 = 10.0 + 12.0 / 7.0 * u
        x2 = 10.0 + 40.0 / 7.0 * u
    return {"ball1": [x1, 0.0, 0.0], "ball2": [x2, 0.0, 0.0]}
