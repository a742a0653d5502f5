def describe():
    return {"inputs": {"n": "int"}, "checkpoints": 3}


def run(checkpoint, n):
    factorial(checkpoint, n)


def factorial(checkpoint, n):
    if n < 0:
        checkpoint(1, n=n)
        return None
    if n <= 1:
        result = 1
        checkpoint(2, n=n, result=result)
        return result
    result = n * factorial(checkpoint, n - 1)
    checkpoint(3, n=n, result=result)
    return result
