def describe() -> dict:
    return {"inputs": {"m": "int", "n": "int"}, "checkpoints": 4}


def run(checkpoint, m, n) -> None:
    p = m // 5
    q = m // 3
    a = b = c = k = 0
    checkpoint(1, p=p, q=q)
    found = False
    for x in range(p + 1):
        for y in range(q + 1):
            z = n - x - y
            if z < 0:
                continue
            k += 1
            t = 5 * x + 3 * y + z
            checkpoint(2, y=y, z=z, t=t)
            if t == m:
                a, b, c = x, y, z
                found = True
                break
        if found:
            break  # no checkpoint 3 for the cock number that ended the loops
        checkpoint(3, k=k)
    checkpoint(4, a=a, b=b, c=c, k=k)
