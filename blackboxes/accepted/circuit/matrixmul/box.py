def describe():
    return {"inputs": 9, "gates": 117}


def xor_gates(a, b):
    not_b = 1 - b
    only_a = a & not_b
    not_a = 1 - a
    only_b = b & not_a
    return [not_b, only_a, not_a, only_b, only_a | only_b]


def blackbox(bits):
    gates = []
    for i in range(3):
        for j in range(3):
            ands = [bits[3 * i + k] & bits[3 * k + j] for k in range(3)]
            gates += ands
            gates += xor_gates(ands[0], ands[1])
            gates += xor_gates(gates[-1], ands[2])
    return gates
