def describe() -> dict:
    return {"inputs": 10, "gates": 38}


def blackbox(bits: list[int]) -> list[int]:
    a = bits[:5]
    b = bits[5:]
    gates = []

    # Gates 1 to 10: NOT ai, NOT bi, alternating.
    not_a = [1 - bit for bit in a]
    not_b = [1 - bit for bit in b]
    for i in range(5):
        gates.append(not_a[i])
        gates.append(not_b[i])

    # Gates 11 to 15: greater-i.
    greater = [a[i] & not_b[i] for i in range(5)]
    gates.extend(greater)

    # Gates 16 to 30: both 1, both 0, equal-i.
    equal = []
    for i in range(5):
        both_one = a[i] & b[i]
        both_zero = not_a[i] & not_b[i]
        same = both_one | both_zero
        gates.extend([both_one, both_zero, same])
        equal.append(same)

    # Gates 31 to 38: from the least significant bit upward
    # (index 4 is bit 5, so the loop runs over the bits 4, 3, 2, 1).
    current = greater[4]
    for i in (3, 2, 1, 0):
        carried = equal[i] & current
        current = greater[i] | carried
        gates.extend([carried, current])

    return gates


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    pairs = [
        (16, 15), (15, 16), (13, 12), (12, 13), (21, 21),
        (0, 0), (31, 31), (31, 0), (0, 31), (31, 30),
        (1, 0), (0, 1), (30, 31), (10, 21), (21, 10),
    ]
    pairs = pairs[:max(count, 0)]
    # A small linear congruential sequence: the same list for the same seed.
    state = (seed * 2654435761 + 12345) % 2**32
    while len(pairs) < count:
        state = (state * 1664525 + 1013904223) % 2**32
        value = state >> 16
        first = value % 32
        kind = (value >> 5) % 3
        if kind == 0:
            second = (value >> 8) % 32
        elif kind == 1:
            # Differs from the first number in exactly one bit.
            second = first ^ (1 << ((value >> 8) % 5))
        else:
            # Shares its beginning; the last bits may differ.
            second = first ^ ((value >> 8) % 8)
        pairs.append((first, second))
    samples = []
    for first, second in pairs:
        samples.append(
            [(first >> shift) & 1 for shift in (4, 3, 2, 1, 0)]
            + [(second >> shift) & 1 for shift in (4, 3, 2, 1, 0)]
        )
    return samples
