def describe() -> dict:
    return {"inputs": {"n": "int"}, "checkpoints": 3}


def _fib(checkpoint, n):
    if n <= 0:
        return None
    if n <= 2:
        checkpoint(1, n=n)
        return 1
    a = _fib(checkpoint, n - 1)
    checkpoint(2, n=n, a=a)
    b = _fib(checkpoint, n - 2)
    result = a + b
    checkpoint(3, n=n, a=a, b=b, result=result)
    return result


def run(checkpoint, n) -> None:
    _fib(checkpoint, n)
