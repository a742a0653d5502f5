def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 3}


def run(checkpoint, a, b) -> None:
    x1, x2, y1, y2 = 1, 0, 0, 1
    checkpoint(1, x1=x1, x2=x2, y1=y1, y2=y2)
    while b > 0:
        q = a // b
        r = a - q * b
        x1, x2 = x2, x1 - q * x2
        y1, y2 = y2, y1 - q * y2
        a, b = b, r
        checkpoint(2, q=q, a=a, b=b, x1=x1, x2=x2, y1=y1, y2=y2)
    checkpoint(3, a=a, x1=x1, y1=y1)
