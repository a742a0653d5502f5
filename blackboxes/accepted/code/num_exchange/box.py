import random


def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 6}


def run(checkpoint, a, b) -> None:
    a = a + 2 * b
    checkpoint(1, a=a, b=b)

    b = b + 2 * a
    checkpoint(2, a=a, b=b)

    a = -a
    checkpoint(3, a=a, b=b)

    b = a + b
    checkpoint(4, a=a, b=b)

    a = a + b
    checkpoint(5, a=a, b=b)

    b = b - 3 * a
    checkpoint(6, a=a, b=b)


def sample_inputs(seed: int, count: int) -> list[dict]:
    # Zeros, equal and opposite numbers and the limits first, then any.
    pairs = [
        (3, 5), (0, 0), (0, 7), (7, 0), (-4, 4), (6, 6),
        (99, 99), (-99, -99), (99, -99), (-99, 99), (-2, 1), (1, -1),
    ]
    rng = random.Random(seed)
    while len(pairs) < count:
        pairs.append((rng.randint(-99, 99), rng.randint(-99, 99)))
    return [{"a": a, "b": b} for a, b in pairs[:count]]
