INPUTS = 7
GATES = 98


def describe() -> dict:
    return {"inputs": INPUTS, "gates": GATES}


def _xor(gates, a, b):
    """Append the five gates of a XOR b; return the result (the last gate)."""
    not_a = 1 - a
    not_b = 1 - b
    left = not_a & b
    right = not_b & a
    result = left | right
    gates.extend([not_a, not_b, left, right, result])
    return result


def blackbox(bits: list[int]) -> list[int]:
    x = [int(b) for b in bits]  # x[0] is the wire x1
    gates = []

    # Gates 1 to 6: is any wire 1?
    value = x[0]
    for wire in x[1:]:
        value = value | wire
        gates.append(value)

    # Gates 7 to 12: are all wires 1?
    value = x[0]
    for wire in x[1:]:
        value = value & wire
        gates.append(value)

    # Gates 13 to 48: the ones digit S and the carries C2 to C7.
    s = x[0]
    c = {}
    for i in range(2, 8):
        old = s
        wire = x[i - 1]
        s = _xor(gates, old, wire)
        c[i] = old & wire
        gates.append(c[i])

    # Gates 49 to 77: the twos digit T and the carries D4 to D7 (no D3).
    t = c[2]
    d = {}
    for i in range(3, 8):
        old = t
        t = _xor(gates, old, c[i])
        if i != 3:
            d[i] = old & c[i]
            gates.append(d[i])

    # Gates 78 to 92: the fours digit U.
    u = d[4]
    for i in range(5, 8):
        u = _xor(gates, u, d[i])

    # Gates 93 to 98 read the final digits.
    at_least_two = t | u
    not_two = 1 - at_least_two
    exactly_one = s & not_two
    at_least_six = t & u
    not_s = 1 - s
    exactly_six = at_least_six & not_s
    gates.extend([at_least_two, not_two, exactly_one,
                  at_least_six, not_s, exactly_six])
    return gates


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # All 128 inputs, starting at a place that depends on the seed;
    # the odd step visits every input once.
    total = 2 ** INPUTS
    result = []
    for k in range(max(0, min(count, total))):
        number = (seed + 37 * k) % total
        result.append([(number >> j) & 1 for j in range(INPUTS)])
    return result
