def describe() -> dict:
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 3}


def run(checkpoint, a, b) -> None:
    s1, s2 = str(a), str(b)
    if len(s2) > len(s1):
        s1, s2 = s2, s1
    s2 = s2.zfill(len(s1))
    r = ""
    c = 0
    checkpoint(1, s1=s1, s2=s2, r=r, c=c)
    for i in range(len(s1) - 1, -1, -1):
        t = int(s1[i]) + int(s2[i]) + c
        c = 1 if t >= 10 else 0
        r = str(t % 10) + r
        checkpoint(2, i=i, t=t, c=c, r=r)
    if c == 1:
        r = "1" + r
    n = int(r)
    checkpoint(3, r=r, n=n)
