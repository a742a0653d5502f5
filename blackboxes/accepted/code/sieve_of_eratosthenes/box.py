def describe() -> dict:
    return {"inputs": {"n": "int"}, "checkpoints": 3}


def run(checkpoint, n) -> None:
    a = [True] * (n + 1)
    a[0] = False
    a[1] = False
    p = 2
    while p * p <= n:
        if a[p]:
            for k in range(p * p, n + 1, p):
                a[k] = False
            checkpoint(1, p=p, a=list(a))
        p += 1
    checkpoint(2, a=list(a))
    s = []
    for i in range(2, n + 1):
        if a[i]:
            s.append(i)
        checkpoint(3, i=i, s=list(s))
