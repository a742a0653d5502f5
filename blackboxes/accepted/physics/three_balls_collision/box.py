NAMES = ["ball1", "ball2", "ball3"]
MASSES = [4.0, 3.0, 2.0]
START_POSITIONS = [0.0, 10.0, 20.0]
START_VELOCITIES = [3.0, 3.0, -4.0]
LEFT_WALL = 0.0
RIGHT_WALL = 30.0


def describe():
    return {"objects": list(NAMES)}


def _next_hit(x, v):
    """The time until the next hit and its kind: "left", "right", or the index
    of the left one of two balls. Only approaching bodies count."""
    hits = []
    if v[0] < 0:
        hits.append(((x[0] - LEFT_WALL) / -v[0], "left"))
    if v[-1] > 0:
        hits.append(((RIGHT_WALL - x[-1]) / v[-1], "right"))
    for i in range(len(x) - 1):
        if v[i] > v[i + 1]:
            hits.append(((x[i + 1] - x[i]) / (v[i] - v[i + 1]), i))
    if not hits:
        return None
    time, kind = min(hits, key=lambda hit: hit[0])
    return max(time, 0.0), kind


def blackbox(t):
    x = list(START_POSITIONS)
    v = list(START_VELOCITIES)
    remaining = t
    while True:
        hit = _next_hit(x, v)
        if hit is None or hit[0] > remaining:
            break
        time, kind = hit
        remaining -= time
        x = [position + velocity * time for position, velocity in zip(x, v)]
        if kind == "left":
            x[0] = LEFT_WALL
            v[0] = -v[0]
        elif kind == "right":
            x[-1] = RIGHT_WALL
            v[-1] = -v[-1]
        else:
            i = kind
            x[i + 1] = x[i]  # exactly the same place
            m, n = MASSES[i], MASSES[i + 1]
            first, second = v[i], v[i + 1]
            v[i] = ((m - n) * first + 2 * n * second) / (m + n)
            v[i + 1] = ((n - m) * second + 2 * m * first) / (m + n)
    return {
        name: [position + velocity * remaining, 0.0, 0.0]
        for name, position, velocity in zip(NAMES, x, v)
    }


def sample_inputs(seed, count):
    # Around the first hits, then spread over the domain.
    samples = [0.0, 1.42, 1.43, 1.7, 3.21, 3.22, 4.99, 5.0, 5.01, 7.5, 20.0]
    samples += [round(0.37 + 0.71 * i, 2) for i in range(27)]
    return samples[:count]
