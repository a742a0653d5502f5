def describe():
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 3}


def run(checkpoint, a, b):
    a = a + b
    checkpoint(1, a=a, b=b)
    b = a - b
    checkpoint(2, a=a, b=b)
    a = a - b
    checkpoint(3, a=a, b=b)


def sample_inputs(seed, count):
    # Special pairs first: zeros, equal numbers, opposite signs, the limits.
    samples = [
        {"a": 3, "b": 5},
        {"a": -7, "b": 0},
        {"a": 0, "b": 0},
        {"a": 0, "b": 12},
        {"a": 4, "b": 4},
        {"a": 6, "b": -6},
        {"a": -99, "b": 99},
        {"a": 99, "b": 99},
        {"a": -99, "b": -99},
    ]
    # Then pairs from a small generator that depends on the seed alone.
    state = (seed * 2654435761 + 12345) % 2147483648
    while len(samples) < count:
        state = (state * 1103515245 + 12345) % 2147483648
        a = (state >> 8) % 199 - 99
        state = (state * 1103515245 + 12345) % 2147483648
        b = (state >> 8) % 199 - 99
        samples.append({"a": a, "b": b})
    return samples[:count]
