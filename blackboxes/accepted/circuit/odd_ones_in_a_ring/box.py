def describe() -> dict:
    return {"inputs": 6, "gates": 36}


def blackbox(bits: list) -> list:
    x = [int(bit) for bit in bits]
    ring = range(6)
    n = [1 - x[i] for i in ring]
    p = [n[i - 1] & n[(i + 1) % 6] for i in ring]
    q = [x[i - 1] & x[(i + 1) % 6] for i in ring]
    r = [x[i] & p[i] for i in ring]
    s = [n[i] & q[i] for i in ring]
    lamps = [r[i] | s[i] for i in ring]
    return n + p + q + r + s + lamps
