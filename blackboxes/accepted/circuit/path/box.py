PAIRS = ((1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2))


def describe():
    return {"inputs": 9, "gates": 36}


def blackbox(bits):
    def edge(i, j):
        return bits[3 * (i - 1) + j - 1]

    gates = []
    for i, j in PAIRS:
        ands = [edge(i, k) & edge(k, j) for k in (1, 2, 3)]
        gates += ands
        current = edge(i, j)
        for gate in ands:
            current |= gate
            gates.append(current)
    return gates
