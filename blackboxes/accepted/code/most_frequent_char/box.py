def describe():
    return {"inputs": {"s": "str"}, "checkpoints": 3}


def run(checkpoint, s):
    c = []
    f = []
    checkpoint(1, c=c, f=f)
    for letter in s:
        if letter in c:
            f[c.index(letter)] += 1
        else:
            c.append(letter)
            f.append(1)
        checkpoint(2, c=c, f=f)
    m = max(f)
    r = c[f.index(m)]
    checkpoint(3, m=m, r=r)
