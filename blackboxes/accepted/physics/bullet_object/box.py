import math

HIT_TIME = 1.5
HIT_PLACE = 21.375


def _ahead(u):
    """How far the bullet is ahead of the block's left end, in the block."""
    return 102.5 * (1.0 - math.exp(-4.0 * u)) - 23.5 * u + u * u / 2.0


def _leaving_time():
    low, high = 0.0, 0.4
    for _ in range(100):
        middle = (low + high) / 2.0
        if _ahead(middle) < 60.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def _block_inside(u):
    return HIT_PLACE + 23.5 * u - u * u / 2.0 - 2.5 * (1.0 - math.exp(-4.0 * u))


def _bullet_inside(u):
    return HIT_PLACE + 100.0 * (1.0 - math.exp(-4.0 * u))


LEAVING = _leaving_time()


def describe() -> dict:
    return {"objects": ["block", "bullet"]}


def blackbox(t: float) -> dict[str, list[float]]:
    u = t - HIT_TIME
    if u <= 0:
        block = 15.0 * t - t * t / 2.0
        bullet = HIT_PLACE + 400.0 * u
    elif u <= LEAVING:
        block = _block_inside(u)
        bullet = _bullet_inside(u)
    else:
        s = u - LEAVING
        rest = math.exp(-4.0 * LEAVING)
        bullet = _bullet_inside(LEAVING) + 400.0 * rest * s
        speed = 13.5 - LEAVING + 10.0 * (1.0 - rest)
        # Friction of 1 m/s^2: the block is at rest after `speed` seconds.
        s = min(s, speed)
        block = _block_inside(LEAVING) + speed * s - s * s / 2.0
    return {"block": [block, 0.0, 0.0], "bullet": [bullet, 0.0, 0.0]}
