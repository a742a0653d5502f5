def describe():
    return {"inputs": 8, "gates": 19}


def blackbox(bits):
    # From the outside to the inside: x1 x8, x2 x7, x3 x6, x4 x5.
    pairs = [(bits[i], bits[7 - i]) for i in range(4)]
    ands = [first & second for first, second in pairs]      # gates 1 to 4
    ors = [first | second for first, second in pairs]       # gates 5 to 8
    nots = [1 - value for value in ors]                     # gates 9 to 12
    equal = [x | y for x, y in zip(ands, nots)]             # gates 13 to 16
    gate17 = equal[0] & equal[1]
    gate18 = gate17 & equal[2]
    gate19 = gate18 & equal[3]
    return ands + ors + nots + equal + [gate17, gate18, gate19]


def sample_inputs(seed, count):
    samples = [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 1, 1, 1],
        [1, 0, 1, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 0, 1, 0, 0],
    ]
    # A palindrome with one wire changed, at every place.
    base = [1, 0, 0, 1, 1, 0, 0, 1]
    samples.append(list(base))
    for i in range(8):
        changed = list(base)
        changed[i] = 1 - changed[i]
        samples.append(changed)
    return samples[:count]
