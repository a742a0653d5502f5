def describe():
    return {"inputs": {"n": "int"}, "checkpoints": 3}


def run(checkpoint, n):
    fibonacci(checkpoint, n)


def fibonacci(checkpoint, n):
    if n <= 0:
        return None
    if n <= 2:
        checkpoint(1, n=n)
        return 1
    a = fibonacci(checkpoint, n - 1)
    checkpoint(2, n=n, a=a)
    b = fibonacci(checkpoint, n - 2)
    result = a + b
    checkpoint(3, n=n, a=a, b=b, result=result)
    return result
