START_HEIGHT = 20.0
FALL_TIME = 2.0          # until the first hit, at 20 m/s
HIT_SPEED = 20.0
RESTITUTION = 0.6
LOWEST_FLIGHT = 0.01     # a flight with a lower highest point does not take place


def describe():
    return {"objects": ["ball"]}


def _height(t):
    if t < FALL_TIME:
        return START_HEIGHT - 5.0 * t * t
    begin = FALL_TIME
    v = HIT_SPEED * RESTITUTION
    while v * v / 20.0 >= LOWEST_FLIGHT:
        duration = v / 5.0
        if t < begin + duration:
            u = t - begin
            # Rounding must not bring the ball below the floor.
            return max(0.0, v * u - 5.0 * u * u)
        begin += duration
        v *= RESTITUTION
    return 0.0


def blackbox(t):
    return {"ball": [0.0, _height(t), 0.0]}


def sample_inputs(seed, count):
    # The hits, the highest points, and the last small flights.
    samples = [
        0.0, 1.0, 1.99, 2.0, 2.01, 3.2, 4.39, 4.4, 4.41, 5.12, 5.84, 6.27,
        6.7, 6.96, 7.22, 7.38, 7.53, 7.62, 7.72, 7.77, 7.83, 7.89, 7.95, 8.0,
    ]
    return samples[:count]
