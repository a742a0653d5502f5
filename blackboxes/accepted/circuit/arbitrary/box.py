PATTERNS = ("0000000", "1010101", "0110011", "1101010", "1111111", "0101010", "1001100", "0011101")


def describe():
    return {"inputs": 7, "gates": 82}


def blackbox(bits):
    gates = []
    results = []
    for pattern in PATTERNS:
        literals = []
        for x, wanted in zip(bits, pattern):
            if wanted == "1":
                literals.append(x)
            else:
                literals.append(1 - x)
                gates.append(1 - x)
        current = literals[0]
        for literal in literals[1:]:
            current &= literal
            gates.append(current)
        results.append(current)
    current = results[0]
    for result in results[1:]:
        current |= result
        gates.append(current)
    return gates
