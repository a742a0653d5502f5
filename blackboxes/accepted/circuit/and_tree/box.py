def describe() -> dict:
    return {"inputs": 8, "gates": 7}


def blackbox(bits: list[int]) -> list[int]:
    x1, x2, x3, x4, x5, x6, x7, x8 = bits
    # The left half (gates 1 to 3) is finished before the right half (4 to 6).
    g1 = x1 & x2
    g2 = x3 & x4
    g3 = g1 & g2
    g4 = x5 & x6
    g5 = x7 & x8
    g6 = g4 & g5
    g7 = g3 & g6
    return [g1, g2, g3, g4, g5, g6, g7]


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # All 256 inputs, those with few zeros first: they tell the gates apart.
    everything = [[(number >> shift) & 1 for shift in range(8)] for number in range(256)]
    everything.sort(key=lambda bits: (8 - sum(bits), bits))
    # Always first: all ones (1 input) and exactly one zero (8 inputs).
    # The seed only decides where the rest begins.
    first, rest = everything[:9], everything[9:]
    start = seed % len(rest)
    return (first + rest[start:] + rest[:start])[:count]
