PATTERNS = (
    "0000000",
    "1010101",
    "0110011",
    "1101010",
    "1111111",
    "0101010",
    "1001100",
    "0011101",
)


def describe() -> dict:
    return {"inputs": 7, "gates": 82}


def blackbox(bits: list[int]) -> list[int]:
    gates = []
    results = []
    for pattern in PATTERNS:
        literals = []
        for bit, wanted in zip(bits, pattern):
            if wanted == "0":
                gates.append(1 - bit)
                literals.append(1 - bit)
            else:
                literals.append(bit)
        current = literals[0]
        for literal in literals[1:]:
            current = current & literal
            gates.append(current)
        results.append(current)
    current = results[0]
    for result in results[1:]:
        current = current | result
        gates.append(current)
    return gates
