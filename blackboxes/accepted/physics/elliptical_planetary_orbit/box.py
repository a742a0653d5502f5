import math

GM = 6.7e-11 * 8e29         # m^3/s^2
A = 7.5e10                  # large half axis, m
ECCENTRICITY = 0.2
B = A * math.sqrt(1 - ECCENTRICITY ** 2)
MEAN_MOTION = math.sqrt(GM / A ** 3)


def describe() -> dict:
    return {"objects": ["planet"]}


def _eccentric_anomaly(mean_anomaly: float) -> float:
    # Newton's method for E - e sin E = M; the slope 1 - e cos E stays
    # between 0.8 and 1.2, so it converges quickly.
    anomaly = mean_anomaly + ECCENTRICITY * math.sin(mean_anomaly)
    for _ in range(30):
        error = anomaly - ECCENTRICITY * math.sin(anomaly) - mean_anomaly
        step = error / (1 - ECCENTRICITY * math.cos(anomaly))
        anomaly -= step
        if abs(step) < 1e-14:
            break
    return anomaly


def blackbox(t: float) -> dict[str, list[float]]:
    anomaly = _eccentric_anomaly(MEAN_MOTION * t)
    x = A * (math.cos(anomaly) - ECCENTRICITY)
    y = B * math.sin(anomaly)
    # Positions are in millions of kilometres.
    return {"planet": [x / 1e9, y / 1e9, 0.0]}


def sample_inputs(seed: int, count: int) -> list[float]:
    # The ends, the nearest and farthest points, then times spread evenly.
    times = [0, 40000000, 1, 4406500, 8813000, 13219500, 17626000, 26439000,
             35252000, 39999999]
    k = 0
    while len(times) < count and k < 1000:
        time = (seed * 7919 + k * 24721360 + 1234567) % 40000001
        if time not in times:
            times.append(time)
        k += 1
    return [float(time) for time in times[:count]]
