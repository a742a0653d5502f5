def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 3}


def run(checkpoint, a, b) -> None:
    neg = a < 0
    size = abs(a)
    q = size // b
    r = size - q * b
    checkpoint(1, neg=neg, q=q, r=r)

    d = []
    for _ in range(4):
        r = 10 * r
        digit = r // b
        d.append(digit)
        r = r - b * digit
        checkpoint(2, d=list(d), r=r)

    if 10 * r // b >= 5:
        d[3] += 1
        for k in range(3, -1, -1):
            if d[k] == 10:
                d[k] = 0
                if k > 0:
                    d[k - 1] += 1
                else:
                    q += 1
    s = str(q) + "." + "".join(str(digit) for digit in d)
    if neg and (q != 0 or any(digit != 0 for digit in d)):
        s = "-" + s
    checkpoint(3, q=q, d=list(d), s=s)
