def describe():
    return {"inputs": 10, "gates": 54}


def blackbox(bits):
    gates = []
    c = bits[0]
    for a in reversed(bits[1:]):  # x10 down to x2
        not_c = 1 - c
        only_a = a & not_c
        not_a = 1 - a
        only_c = c & not_a
        digit = only_a | only_c
        carry = a & c
        gates += [not_c, only_a, not_a, only_c, digit, carry]
        c = carry
    return gates
