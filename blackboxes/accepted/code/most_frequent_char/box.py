def describe() -> dict:
    return {"inputs": {"s": "str"}, "checkpoints": 3}


def run(checkpoint, s) -> None:
    c = []
    f = []
    checkpoint(1, c=list(c), f=list(f))
    for letter in s:
        if letter not in c:
            c.append(letter)
            f.append(1)
        else:
            f[c.index(letter)] += 1
        checkpoint(2, c=list(c), f=list(f))
    m = max(f)
    r = c[f.index(m)]  # the first place with the greatest number
    checkpoint(3, m=m, r=r)
