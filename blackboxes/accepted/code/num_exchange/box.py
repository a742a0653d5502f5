def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 4}


def run(checkpoint, a, b) -> None:
    a = a + 2 * b
    checkpoint(1, a=a)

    b = b + 2 * a
    checkpoint(2, b=b)

    a = -a
    checkpoint(3, a=a)

    b = a + b
    checkpoint(4, b=b)


def sample_inputs(seed: int, count: int) -> list[dict]:
    fixed = [
        (0, 0),
        (3, 5),
        (-20, 7),
        (1, 0),
        (0, 1),
        (99, 99),
        (-99, -99),
        (99, -99),
        (-99, 99),
        (2, -1),
    ]
    samples = [{"a": a, "b": b} for a, b in fixed[:max(count, 0)]]
    # A small linear congruential sequence: the same list for the same seed.
    state = seed % 2**31
    while len(samples) < count:
        values = []
        for _ in range(2):
            state = (1103515245 * state + 12345) % 2**31
            values.append((state >> 16) % 199 - 99)
        samples.append({"a": values[0], "b": values[1]})
    return samples
