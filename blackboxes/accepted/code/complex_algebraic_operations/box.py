def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int", "c": "int", "d": "int"}, "checkpoints": 5}


def run(checkpoint, a, b, c, d) -> None:
    e = a * b + c * d
    checkpoint(1, e=e)
    if e > 50:
        e = e - 10
    else:
        e = e + 10
    checkpoint(2, e=e)
    f = e * e - a - b - c - d
    checkpoint(3, f=f)
    f = f // 2  # rounds towards minus infinity
    checkpoint(4, f=f)
    g = f - a
    checkpoint(5, g=g)
