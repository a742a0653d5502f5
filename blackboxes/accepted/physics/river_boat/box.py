def describe() -> dict:
    return {"objects": ["boat"]}


def blackbox(t: float) -> dict[str, list[float]]:
    if t <= 2.5:
        x = t * t
        y = 2.0 * t
    elif t <= 7.5:
        x = 7.5 * t - t * t / 2.0 - 9.375
        y = 7.5 - t
    else:
        x = 18.75
        y = 0.0
    return {"boat": [x, y, 0.0]}
