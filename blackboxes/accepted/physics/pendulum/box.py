import math

STEP = 0.005
START = math.pi / 3.0  # 60 degrees


def describe() -> dict:
    return {"objects": ["bob"]}


def _runge_kutta(a, v, h):
    """One step of a'' = -5 sin a."""
    sin = math.sin
    half = h / 2.0
    k1a, k1v = v, -5.0 * sin(a)
    k2a, k2v = v + half * k1v, -5.0 * sin(a + half * k1a)
    k3a, k3v = v + half * k2v, -5.0 * sin(a + half * k2a)
    k4a, k4v = v + h * k3v, -5.0 * sin(a + h * k3a)
    return (
        a + h / 6.0 * (k1a + 2.0 * k2a + 2.0 * k3a + k4a),
        v + h / 6.0 * (k1v + 2.0 * k2v + 2.0 * k3v + k4v),
    )


def blackbox(t: float) -> dict[str, list[float]]:
    a, v = START, 0.0
    steps = int(t / STEP)
    for _ in range(steps):
        a, v = _runge_kutta(a, v, STEP)
    # The rest of the way, to arrive at the time exactly.
    a, v = _runge_kutta(a, v, t - steps * STEP)
    return {"bob": [2.0 * math.sin(a), -2.0 * math.cos(a), 0.0]}
