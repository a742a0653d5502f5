def describe():
    return {"inputs": 8, "gates": 35}


def blackbox(bits):
    gates = []
    p = bits[0]
    for x in bits[1:]:
        not_p = 1 - p
        not_x = 1 - x
        first = p & not_x
        second = not_p & x
        p = first | second
        gates += [not_p, not_x, first, second, p]
    return gates
