def describe() -> dict:
    return {"inputs": 8, "gates": 35}


def blackbox(bits: list[int]) -> list[int]:
    gates = []
    p = bits[0]
    for x in bits[1:]:
        not_p = 1 - p
        not_x = 1 - x
        left = p & not_x
        right = not_p & x
        p = left | right
        gates.extend([not_p, not_x, left, right, p])
    return gates
