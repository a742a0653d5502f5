import math
import random

CART_SPEED = 3.0
EXHAUST_SPEED = 220.0
G = 10.0
START_MASS = 10.0
BURN_RATE = 0.5
BURN_END = 8.0


def describe() -> dict:
    return {"objects": ["rocket", "mast"]}


def _burn_height(t):
    m = START_MASS - BURN_RATE * t
    return EXHAUST_SPEED * (t + 2 * m * math.log(m / START_MASS)) - G / 2 * t * t


def _burn_speed(t):
    m = START_MASS - BURN_RATE * t
    return EXHAUST_SPEED * math.log(START_MASS / m) - G * t


def blackbox(t: float) -> dict[str, list[float]]:
    if t <= BURN_END:
        height = _burn_height(t)
    else:
        # Free flight after the end of the burn.
        s = t - BURN_END
        height = _burn_height(BURN_END) + _burn_speed(BURN_END) * s - G / 2 * s * s
    x = CART_SPEED * t
    return {"rocket": [x, height, 0.0], "mast": [x, 2.0, 0.0]}


def sample_inputs(seed: int, count: int) -> list[float]:
    rng = random.Random(seed)
    times = [0.0, 0.01, 4.0, 7.99, 8.0, 8.01, 11.24, 12.0, 15.99, 16.0]
    while len(times) < count:
        times.append(rng.randint(0, 1600) / 100)
    return times[:count]
