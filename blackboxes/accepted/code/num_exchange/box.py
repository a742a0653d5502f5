def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 6}


def run(checkpoint, a, b) -> None:
    a = a + b
    checkpoint(1, a=a, b=b)
    b = a + b
    checkpoint(2, a=a, b=b)
    a = a - b
    checkpoint(3, a=a, b=b)
    b = a + b
    checkpoint(4, a=a, b=b)
    b = a + b
    checkpoint(5, a=a, b=b)
    a = -a
    checkpoint(6, a=a, b=b)
