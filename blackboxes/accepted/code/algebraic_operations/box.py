def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int", "c": "int"}, "checkpoints": 3}


def run(checkpoint, a, b, c) -> None:
    d = a + b + c
    checkpoint(1, d=d)
    e = a * b - c
    checkpoint(2, e=e)
    f = (e + d - 10) / 2  # true division: always a float
    checkpoint(3, f=f)
