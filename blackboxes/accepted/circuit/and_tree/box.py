def describe() -> dict:
    return {"inputs": 8, "gates": 7}


def blackbox(bits: list[int]) -> list[int]:
    x1, x2, x3, x4, x5, x6, x7, x8 = bits
    # The left half of the tree.
    g1 = x1 & x2
    g2 = x3 & x4
    g3 = g1 & g2
    # The right half of the tree.
    g4 = x5 & x6
    g5 = x7 & x8
    g6 = g4 & g5
    # The root.
    g7 = g3 & g6
    return [g1, g2, g3, g4, g5, g6, g7]


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # All ones, every single zero, all zeros, one half of ones.
    codes = [255]
    codes.extend(255 - (1 << i) for i in range(8))
    codes.extend([0, 0b11110000, 0b00001111])
    # Then the other inputs, those with the fewest zeros first; within the
    # same number of zeros, the seed decides the order.
    chosen = set(codes)
    rest = [code for code in range(256) if code not in chosen]
    shift = seed % 256
    rest.sort(key=lambda code: (8 - code.bit_count(), (code * 77 + shift) % 256))
    codes.extend(rest)
    codes = codes[:max(count, 0)]
    return [[(code >> (7 - i)) & 1 for i in range(8)] for code in codes]
