def describe() -> dict:
    return {"objects": ["ball"]}


def blackbox(t: float) -> dict[str, list[float]]:
    return {"ball": [10.0 * t, 10.0 * t - 5.0 * t * t, 0.0]}
