import math

STEP = 0.005  # s, fixed
START_ANGLE = math.pi / 4


def describe():
    return {"objects": ["bob1", "bob2"]}


def _accelerations(a, b, u, w):
    sin_a = math.sin(a)
    sin_b = math.sin(b)
    d = b - a
    sin_d = math.sin(d)
    cos_d = math.cos(d)
    denominator = 2.0 - cos_d * cos_d
    du = (u * u * sin_d * cos_d + 10.0 * sin_b * cos_d + w * w * sin_d - 20.0 * sin_a) / denominator
    dw = (-w * w * sin_d * cos_d + 20.0 * sin_a * cos_d - 2.0 * u * u * sin_d - 20.0 * sin_b) / denominator
    return du, dw


def _runge_kutta_step(a, b, u, w, h):
    half = h / 2.0
    du1, dw1 = _accelerations(a, b, u, w)
    u2, w2 = u + half * du1, w + half * dw1
    du2, dw2 = _accelerations(a + half * u, b + half * w, u2, w2)
    u3, w3 = u + half * du2, w + half * dw2
    du3, dw3 = _accelerations(a + half * u2, b + half * w2, u3, w3)
    u4, w4 = u + h * du3, w + h * dw3
    du4, dw4 = _accelerations(a + h * u3, b + h * w3, u4, w4)
    sixth = h / 6.0
    return (
        a + sixth * (u + 2.0 * u2 + 2.0 * u3 + u4),
        b + sixth * (w + 2.0 * w2 + 2.0 * w3 + w4),
        u + sixth * (du1 + 2.0 * du2 + 2.0 * du3 + du4),
        w + sixth * (dw1 + 2.0 * dw2 + 2.0 * dw3 + dw4),
    )


def blackbox(t):
    a, b, u, w = START_ANGLE, START_ANGLE, 0.0, 0.0
    steps = int(t / STEP)
    for _ in range(steps):
        a, b, u, w = _runge_kutta_step(a, b, u, w, STEP)
    # One shorter step to arrive at the time exactly.
    a, b, u, w = _runge_kutta_step(a, b, u, w, t - steps * STEP)
    x1, y1 = math.sin(a), -math.cos(a)
    x2, y2 = x1 + math.sin(b), y1 - math.cos(b)
    return {"bob1": [x1, y1, 0.0], "bob2": [x2, y2, 0.0]}


def sample_inputs(seed, count):
    samples = [0.0, 0.01, 0.5, 1.0, 2.37, 3.99, 5.0, 6.66, 7.5, 7.99, 8.0]
    samples += [round(0.13 + 0.31 * i, 2) for i in range(25)]
    return samples[:count]
