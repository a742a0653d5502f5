def describe() -> dict:
    return {"inputs": 9, "gates": 117}


def _xor_gates(a, b):
    """The five gates of a XOR b; the last one is the result."""
    not_b = 1 - b
    left = a & not_b
    not_a = 1 - a
    right = b & not_a
    return [not_b, left, not_a, right, left | right]


def blackbox(bits: list[int]) -> list[int]:
    matrix = [bits[0:3], bits[3:6], bits[6:9]]
    gates = []
    for i in range(3):
        for j in range(3):
            ands = [matrix[i][k] & matrix[k][j] for k in range(3)]
            gates.extend(ands)
            first = _xor_gates(ands[0], ands[1])
            gates.extend(first)
            gates.extend(_xor_gates(first[-1], ands[2]))
    return gates
