def describe():
    return {"inputs": {"a": "int", "b": "int", "c": "int", "d": "int"}, "checkpoints": 5}


def run(checkpoint, a, b, c, d):
    e = a * b + c * d
    checkpoint(1, e=e)
    if e > 50:
        e -= 10
    else:
        e += 10
    checkpoint(2, e=e)
    f = e * e - a - b - c - d
    checkpoint(3, f=f)
    f = f // 2  # rounds down, also below zero
    checkpoint(4, f=f)
    g = f - a
    checkpoint(5, g=g)
