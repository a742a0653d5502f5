import random

GRAVITY = 10.0
HEIGHT = 20.0
FALL_TIME = 2.0  # 20 = 10 / 2 * 2^2
FALL_SPEED = 20.0
KEPT = 0.8


def describe() -> dict:
    return {"objects": ["ball"]}


def blackbox(t: float) -> dict[str, list[float]]:
    if t < FALL_TIME:
        return {"ball": [0.25 * t * t, HEIGHT - GRAVITY / 2 * t * t, 0.0]}

    # At the first bounce.
    x = 0.25 * FALL_TIME * FALL_TIME
    speed_x = 0.5 * FALL_TIME
    strength = 0.75
    sign = -1
    up = KEPT * FALL_SPEED
    since = t - FALL_TIME  # time since the last bounce
    flight = 2 * up / GRAVITY
    while since >= flight:
        # A whole flight, up to the next bounce.
        acceleration = sign * strength
        x += speed_x * flight + acceleration / 2 * flight * flight
        speed_x += acceleration * flight
        since -= flight
        up *= KEPT
        flight = 2 * up / GRAVITY
        strength += 0.25
        sign = -sign

    acceleration = sign * strength
    x += speed_x * since + acceleration / 2 * since * since
    # up * since - GRAVITY / 2 * since^2, in a form that is never below 0.
    y = GRAVITY / 2 * since * (flight - since)
    return {"ball": [x, y, 0.0]}


def sample_inputs(seed: int, count: int) -> list[float]:
    rng = random.Random(seed)
    # The ends of the domain and times near bounces.
    samples = [0.0, 16.0, 2.0, 1.99, 2.01, 5.2, 5.19, 5.21, 7.76, 7.77, 9.8, 9.81, 11.44, 11.45]
    while len(samples) < count:
        samples.append(rng.randint(0, 1600) / 100)
    return samples[:count]
