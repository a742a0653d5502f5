def describe():
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 3}


def run(checkpoint, a, b):
    neg = a < 0
    a = abs(a)
    q, r = divmod(a, b)
    checkpoint(1, neg=neg, q=q, r=r)
    d = []
    for _ in range(4):
        r *= 10
        d.append(r // b)
        r %= b
        checkpoint(2, d=d, r=r)
    if 10 * r // b >= 5:
        place = 3
        d[place] += 1
        while d[place] == 10:  # carry to the left, in the end into q
            d[place] = 0
            if place == 0:
                q += 1
                break
            place -= 1
            d[place] += 1
    sign = "-" if neg and (q or any(d)) else ""
    s = f"{sign}{q}." + "".join(str(digit) for digit in d)
    checkpoint(3, q=q, d=d, s=s)
