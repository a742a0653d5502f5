from math import exp


def describe():
    return {"objects": ["block", "bullet"]}


def inside(u):
    gone = 1 - exp(-4 * u)
    return 21.375 + 23.5 * u - u * u / 2 - 2.5 * gone, 21.375 + 100 * gone


def find_exit():
    low, high = 0.0, 0.5
    for _ in range(60):
        u = (low + high) / 2
        if 102.5 * (1 - exp(-4 * u)) - 23.5 * u + u * u / 2 < 60:
            low = u
        else:
            high = u
    return low


EXIT = find_exit()


def blackbox(t):
    if t <= 1.5:
        block, bullet = 15 * t - t * t / 2, 21.375 - 400 * (1.5 - t)
    elif t <= 1.5 + EXIT:
        block, bullet = inside(t - 1.5)
    else:
        block, bullet = inside(EXIT)
        d = t - 1.5 - EXIT
        bullet += 400 * exp(-4 * EXIT) * d
        speed = 13.5 - EXIT + 10 * (1 - exp(-4 * EXIT))
        d = min(d, speed)  # at rest after `speed` seconds, at 1 m/s^2
        block += speed * d - d * d / 2
    return {"block": [block, 0.0, 0.0], "bullet": [bullet, 0.0, 0.0]}
