def describe() -> dict:
    return {"inputs": 8, "gates": 67}


def blackbox(bits: list) -> list:
    x1, x2, *others = (int(bit) for bit in bits)
    z, o = 1 - x1, x1
    out = [z]
    # x2: there is no remainder 2 yet.
    n = 1 - x2
    stays, becomes = z & n, o & x2
    out += [n, stays, becomes, stays | becomes, z & x2, o & n]
    z, o, t = stays | becomes, z & x2, o & n
    for x in others:
        n = 1 - x
        a, b = z & n, o & x
        c, d = z & x, t & n
        e, f = o & n, t & x
        out += [n, a, b, a | b, c, d, c | d, e, f, e | f]
        z, o, t = a | b, c | d, e | f
    return out
