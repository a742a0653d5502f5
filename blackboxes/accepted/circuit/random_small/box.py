def describe() -> dict:
    return {"inputs": 4, "gates": 8}


def blackbox(bits: list[int]) -> list[int]:
    x1, x2, x3, x4 = bits
    g1 = x1 & x2
    g2 = x3 | x4
    g3 = 1 - x1
    g4 = g1 & g2
    g5 = g3 | x2
    g6 = 1 - g4
    g7 = g5 & g6
    g8 = g7 | x4
    return [g1, g2, g3, g4, g5, g6, g7, g8]
