import math

A = 7.5e10
ECCENTRICITY = 0.2
GM = 6.7e-11 * 8e29
N = math.sqrt(GM / A**3)
B = A * math.sqrt(1 - ECCENTRICITY**2)


def describe() -> dict:
    return {"objects": ["planet"]}


def _eccentric_anomaly(mean):
    # Newton's method; with this eccentricity it converges from the start value for every mean anomaly.
    e = mean + ECCENTRICITY * math.sin(mean)
    for _ in range(50):
        step = (e - ECCENTRICITY * math.sin(e) - mean) / (1 - ECCENTRICITY * math.cos(e))
        e -= step
        if abs(step) < 1e-14:
            break
    return e


def blackbox(t: float) -> dict:
    anomaly = _eccentric_anomaly(math.fmod(N * t, 2 * math.pi))
    x = A * (math.cos(anomaly) - ECCENTRICITY) / 1e9
    y = B * math.sin(anomaly) / 1e9
    return {"planet": [x, y, 0.0]}
