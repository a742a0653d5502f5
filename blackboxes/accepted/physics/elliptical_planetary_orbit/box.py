import math
import random

GM = 6.7e-11 * 8e29  # m^3/s^2
A = 7.5e10  # half the long axis, m
ECC = 0.2
B = A * math.sqrt(1 - ECC * ECC)
N = math.sqrt(GM / A ** 3)  # mean motion, 1/s
UNIT = 1e9  # metres per unit of the answer


def describe() -> dict:
    return {"objects": ["planet"]}


def _eccentric_anomaly(m):
    """Solve E - e sin E = m by Newton's method; e = 0.2 converges quickly."""
    e_anom = m + ECC * math.sin(m)
    for _ in range(30):
        step = (e_anom - ECC * math.sin(e_anom) - m) / (1 - ECC * math.cos(e_anom))
        e_anom -= step
        if abs(step) < 1e-14:
            break
    return e_anom


def blackbox(t: float) -> dict[str, list[float]]:
    # Whole revolutions do not change the place.
    m = math.fmod(N * t, 2 * math.pi)
    e_anom = _eccentric_anomaly(m)
    x = A * (math.cos(e_anom) - ECC) / UNIT
    y = B * math.sin(e_anom) / UNIT
    return {"planet": [x, y, 0.0]}


def sample_inputs(seed: int, count: int) -> list[float]:
    # The ends, the quarter periods (the apsides among them), then random times.
    period = 2 * math.pi / N
    times = [0, 40000000]
    k = 1
    while k * period / 4 < 40000000:
        times.append(round(k * period / 4))
        k += 1
    rng = random.Random(seed)
    while len(times) < count:
        times.append(rng.randint(0, 40000000))
    return times[:count]
