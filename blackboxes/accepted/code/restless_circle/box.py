def describe() -> dict:
    return {"inputs": {"n": "int", "k": "int"}, "checkpoints": 3}


def run(checkpoint, *, n, k) -> None:
    circle = list(range(1, n + 1))
    order = []
    direction = 1
    position = 0  # position of the starter in circle

    while len(circle) > 1:
        # Copies of the lists: every visit shows them as they are now.
        checkpoint(1, circle=list(circle), starter=circle[position], k=k,
                   direction=direction)

        # The starter is counted as one, so k - 1 steps lead to the one who
        # leaves. Python's remainder is never negative here.
        leaving = (position + direction * (k - 1)) % len(circle)
        out = circle.pop(leaving)
        order.append(out)
        k += out
        direction = -direction

        # Without the one who left, the next person has moved to the same
        # position; the person before stands one position lower.
        if direction == 1:
            position = leaving % len(circle)
        else:
            position = (leaving - 1) % len(circle)

        checkpoint(2, out=out, k=k, circle=list(circle))

    checkpoint(3, last=circle[0], order=list(order))


def sample_inputs(seed: int, count: int) -> list[dict]:
    # The edges of the domain first, then a spread over it by fixed steps.
    samples = [
        {"n": 1, "k": 1},
        {"n": 1, "k": 50},
        {"n": 2, "k": 1},
        {"n": 2, "k": 2},
        {"n": 20, "k": 1},
        {"n": 20, "k": 50},
        {"n": 3, "k": 1},
        {"n": 5, "k": 2},
    ]
    i = 0
    while len(samples) < count and i < 1000:
        # 1000 pairs exist; the step 389 has no common factor with 1000.
        number = (seed * 71 + i * 389) % 1000
        sample = {"n": number // 50 + 1, "k": number % 50 + 1}
        if sample not in samples:
            samples.append(sample)
        i += 1
    return samples[:count]
