def describe() -> dict:
    return {"inputs": {"s": "str"}, "checkpoints": 4}


def run(checkpoint, s) -> None:
    a = "#" + "#".join(s) + "#"
    size = len(a)
    t = [0] * size
    num = 0
    r = 0
    for i in range(size):
        start = min(r - i, t[2 * num - i]) if i < r else 0
        t[i] = start
        checkpoint(1, i=i, start=start)
        while (
            i - t[i] - 1 >= 0
            and i + t[i] + 1 < size
            and a[i - t[i] - 1] == a[i + t[i] + 1]
        ):
            t[i] += 1
            checkpoint(2, i=i, t=list(t))
        if i + t[i] > r:
            num = i
            r = i + t[i]
        checkpoint(3, i=i, num=num, r=r)

    ll = 0
    center = 0
    for i in range(size):
        if t[i] > ll:
            ll = t[i]
            center = i
        checkpoint(4, i=i, ll=ll, center=center)
