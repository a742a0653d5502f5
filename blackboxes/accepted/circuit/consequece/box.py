def describe() -> dict:
    return {"inputs": 8, "gates": 13}


def blackbox(bits: list[int]) -> list[int]:
    ands = [bits[i] & bits[i + 1] for i in range(7)]
    gates = list(ands)
    current = ands[0]
    for value in ands[1:]:
        current = current | value
        gates.append(current)
    return gates
