import math

CHANGE = 6.0


def describe() -> dict:
    return {"objects": ["particle"]}


def _after(place, velocity, field, time):
    """Place and velocity in the plane after a time with a constant field."""
    (x, y), (u, v) = place, velocity
    drift = field / 2
    s = 2 * time
    p = u - drift
    sine, cosine = math.sin(s), math.cos(s)
    return (
        (x + drift * time + (p * sine + v * (1 - cosine)) / 2, y + (v * sine - p * (1 - cosine)) / 2),
        (drift + p * cosine + v * sine, v * cosine - p * sine),
    )


def blackbox(t: float) -> dict:
    place, velocity = _after((0.0, 0.0), (1.0, 0.0), 3.0, min(t, CHANGE))
    if t > CHANGE:
        place, velocity = _after(place, velocity, -3.0, t - CHANGE)
    return {"particle": [place[0], place[1], 0.5 * t]}
