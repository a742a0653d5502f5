def describe() -> dict:
    return {"inputs": {"n": "int"}, "checkpoints": 3}


def _factorial(checkpoint, n):
    if n < 0:
        checkpoint(1, n=n)
        return None
    if n <= 1:
        result = 1
        checkpoint(2, n=n, result=result)
        return result
    # The smaller factorial first, with all its checkpoints.
    result = n * _factorial(checkpoint, n - 1)
    checkpoint(3, n=n, result=result)
    return result


def run(checkpoint, n) -> None:
    _factorial(checkpoint, n)
