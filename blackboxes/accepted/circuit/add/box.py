def describe() -> dict:
    return {"inputs": 10, "gates": 54}


def blackbox(bits: list[int]) -> list[int]:
    gates = []
    c = bits[0]
    for k in range(9, 0, -1):  # x10 down to x2
        a = bits[k]
        not_c = 1 - c
        left = a & not_c
        not_a = 1 - a
        right = c & not_a
        carry = a & c
        gates.extend([not_c, left, not_a, right, left | right, carry])
        c = carry
    return gates
