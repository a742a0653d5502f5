def describe():
    return {"inputs": 8, "gates": 13}


def blackbox(bits):
    gates = [bits[i] & bits[i + 1] for i in range(7)]
    current = gates[0]
    for pair in gates[1:7]:
        current |= pair
        gates.append(current)
    return gates
