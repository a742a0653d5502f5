COMPARATORS = [
    (1, 2), (3, 4), (5, 6), (7, 8),
    (1, 3), (2, 4), (5, 7), (6, 8),
    (2, 3), (6, 7),
    (1, 5), (2, 6), (3, 7), (4, 8),
    (3, 5), (4, 6),
    (2, 3), (4, 5), (6, 7),
]


def describe() -> dict:
    return {"inputs": 8, "gates": 38}


def blackbox(bits: list[int]) -> list[int]:
    # lines[i] is the bit that line i carries now; index 0 is unused
    lines = [0] + [int(b) for b in bits]
    gates = []
    for i, j in COMPARATORS:
        high = lines[i] | lines[j]
        low = lines[i] & lines[j]
        gates.append(high)
        gates.append(low)
        lines[i] = high
        lines[j] = low
    return gates
