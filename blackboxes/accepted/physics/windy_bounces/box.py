G = 10.0


def describe() -> dict:
    return {"objects": ["ball"]}


def blackbox(t: float) -> dict:
    x = 0.25 * t * t
    if t <= 2.0:
        return {"ball": [x, 20.0 - 0.5 * G * t * t, 0.0]}
    start, speed = 2.0, 16.0
    while t > start + 2 * speed / G:
        start += 2 * speed / G
        speed *= 0.8
    u = t - start
    return {"ball": [x, max(speed * u - 0.5 * G * u * u, 0.0), 0.0]}
