import math

# E is 3 at first and changes its sign at each of these times.
TURNS = (6.0, 9.0, 12.0, 14.0, 17.0)
E_FIRST = 3.0
OMEGA = 2.0
W = 0.5  # velocity along z, constant


def describe() -> dict:
    return {"objects": ["particle"]}


def _advance(x0, y0, u0, v0, e, dt):
    """Place and velocity in the plane after dt under the constant field e."""
    drift = e / OMEGA
    s = OMEGA * dt
    sin_s = math.sin(s)
    cos_s = math.cos(s)
    p = u0 - drift
    x = x0 + drift * dt + (p * sin_s + v0 * (1.0 - cos_s)) / OMEGA
    y = y0 + (v0 * sin_s - p * (1.0 - cos_s)) / OMEGA
    u = drift + p * cos_s + v0 * sin_s
    v = v0 * cos_s - p * sin_s
    return x, y, u, v


def blackbox(t: float) -> dict[str, list[float]]:
    x, y, u, v = 0.0, 0.0, 1.0, 0.0
    e = E_FIRST
    start = 0.0
    # Complete stretches of constant E first. Position and velocity are
    # continuous, so it does not matter to which side a turning time belongs.
    for turn in TURNS:
        if t <= turn:
            break
        x, y, u, v = _advance(x, y, u, v, e, turn - start)
        e = -e
        start = turn
    # Then the last, partial stretch.
    x, y, u, v = _advance(x, y, u, v, e, t - start)
    return {"particle": [x, y, W * t]}


def sample_inputs(seed: int, count: int) -> list[float]:
    # Times in hundredths of a second: the ends, the turning times and their
    # neighbours, mixed with times spread over the whole domain.
    special = [0, 2000]
    for turn in TURNS:
        n = round(turn * 100)
        special += [n, n - 1, n + 1, n + 75]
    shift = seed % len(special)
    special = special[shift:] + special[:shift]
    # 1237 has no common factor with 2001, so this meets every hundredth once.
    spread = [(seed * 7919 + k * 1237) % 2001 for k in range(2001)]

    order = []
    for k, n in enumerate(spread):
        order.append(n)
        if k < len(special):
            order.append(special[k])
    # Drop repetitions, keeping the first of each.
    unique = list(dict.fromkeys(order))
    return [n / 100 for n in unique[:max(count, 0)]]
