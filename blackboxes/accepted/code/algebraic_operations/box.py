def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int", "c": "int"}, "checkpoints": 2}


def run(checkpoint, a, b, c) -> None:
    d = a + b + c

    e = a * b - c
    checkpoint(1, e=e)

    # True division: f is a float even if it is whole.
    f = (e + d - 10) / 2
    checkpoint(2, f=f)


def sample_inputs(seed: int, count: int) -> list[dict]:
    fixed = [
        (0, 0, 0),
        (3, 4, 5),
        (-7, 2, 0),
        (-50, 50, 50),
        (50, 50, -50),
        (-50, -50, -50),
        (50, 50, 50),
        (1, -1, 10),
    ]
    samples = [{"a": a, "b": b, "c": c} for a, b, c in fixed[:max(count, 0)]]
    # A small linear congruential sequence: the same list for the same seed.
    state = seed % 2**31
    while len(samples) < count:
        values = []
        for _ in range(3):
            state = (1103515245 * state + 12345) % 2**31
            values.append((state >> 16) % 101 - 50)
        samples.append({"a": values[0], "b": values[1], "c": values[2]})
    return samples
