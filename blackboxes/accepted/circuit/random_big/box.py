def describe() -> dict:
    return {"inputs": 7, "gates": 16}


def blackbox(bits: list[int]) -> list[int]:
    x1, x2, x3, x4, x5, x6, x7 = bits
    g1 = x1 & x2
    g2 = x3 & x4
    g3 = x5 & x6
    g4 = x2 | x3
    g5 = x4 | x5
    g6 = x6 | x7
    g7 = 1 - x1
    g8 = 1 - x4
    g9 = 1 - x7
    g10 = g1 & g4
    g11 = g2 | g5
    g12 = g3 & g6
    g13 = 1 - g10
    g14 = 1 - g12
    g15 = g13 | g14
    g16 = g8 & g11
    return [g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15, g16]
