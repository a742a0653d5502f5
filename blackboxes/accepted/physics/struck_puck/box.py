VELOCITY = (1.2, 0.5)  # at t = 0, from (0, 0)

# Each blow: its time and what it adds to the velocity.
BLOWS = (
    (6.3, -2.0, 0.3),
    (9.1, 0.4, -1.6),
    (11.6, 1.7, 1.4),
    (14.2, -1.1, -2.0),
    (17.5, 0.6, 2.3),
)


def describe() -> dict:
    return {"objects": ["puck"]}


def blackbox(t: float) -> dict[str, list[float]]:
    x = VELOCITY[0] * t
    y = VELOCITY[1] * t
    for time, added_x, added_y in BLOWS:
        if t > time:
            x += added_x * (t - time)
            y += added_y * (t - time)
    return {"puck": [x, y, 0.0]}


def sample_inputs(seed: int, count: int) -> list[float]:
    # Times in hundredths of a second: the ends, the blows and times near
    # them, mixed with times spread over the whole domain.
    special = [0, 2000]
    for time, _, _ in BLOWS:
        n = round(time * 100)
        special += [n, n - 10, n + 10, n + 75]
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
