import math

A = 20.0 / 3.0  # acceleration of the block along the slope
LENGTH = 16.0
T = math.sqrt(4.8)  # when the block reaches the ground
COS = math.cos(math.radians(30.0))


def describe() -> dict:
    return {"objects": ["block", "wedge"]}


def blackbox(t: float) -> dict[str, list[float]]:
    if t <= T:
        s = A * t * t / 2.0
        z = max(0.0, 8.0 - s / 2.0)  # sin 30 degrees is 1 / 2
    else:
        # Both keep their horizontal velocities: s goes on evenly.
        s = LENGTH + A * T * (t - T)
        z = 0.0
    along = COS * s
    return {
        "block": [10.0 / 15.0 * along, 0.0, z],
        "wedge": [0.0 - 5.0 / 15.0 * along, 0.0, 0.0],
    }
