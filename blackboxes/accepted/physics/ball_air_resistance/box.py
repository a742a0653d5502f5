import math

W = math.sqrt(200.0)  # the speed at which the air carries the weight
T = (W / 10.0) * math.atan(15.0 / W)  # the time of the greatest height
H = -20.0 * math.log(math.cos(10.0 * T / W))


def describe() -> dict:
    return {"objects": ["ball"]}


def blackbox(t: float) -> dict[str, list[float]]:
    if t <= T:
        y = 20.0 * math.log(math.cos(10.0 * (T - t) / W) / math.cos(10.0 * T / W))
    else:
        y = H - 20.0 * math.log(math.cosh(10.0 * (t - T) / W))
    return {"ball": [0.0, y, 0.0]}
