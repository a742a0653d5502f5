INPUTS = 9
GATES = 36
PAIRS = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]  # nodes from 0


def describe() -> dict:
    return {"inputs": INPUTS, "gates": GATES}


def _gates(x):
    """The output bits of all 36 gates."""
    gates = []
    for i, j in PAIRS:
        ands = [x[3 * i + k] & x[3 * k + j] for k in range(3)]
        gates.extend(ands)
        value = x[3 * i + j]
        for both in ands:
            value = value | both
            gates.append(value)
    return gates


def blackbox(bits: list[int]) -> list[int]:
    gates = _gates([int(b) for b in bits])
    # The last gate of each pair; the diagonal is always 1.
    result = [1] * 9
    for number, (i, j) in enumerate(PAIRS):
        result[3 * i + j] = gates[6 * number + 5]
    return result


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # All 512 inputs in an order that depends on the seed;
    # the odd step visits every input once.
    total = 2 ** INPUTS
    result = []
    for k in range(max(0, min(count, total))):
        number = (seed + 197 * k) % total
        result.append([(number >> b) & 1 for b in range(INPUTS)])
    return result
