import random


def describe() -> dict:
    return {"inputs": 7, "gates": 98}


def _xor(gates, a, b):
    """Append the five gates of a XOR b; return the result."""
    not_a = 1 - a
    not_b = 1 - b
    left = not_a & b
    right = not_b & a
    result = left | right
    gates.extend([not_a, not_b, left, right, result])
    return result


def blackbox(bits: list[int]) -> list[int]:
    gates = []

    # Gates 1 to 6: is any wire 1?
    value = bits[0]
    for bit in bits[1:]:
        value = value | bit
        gates.append(value)

    # Gates 7 to 12: are all wires 1?
    value = bits[0]
    for bit in bits[1:]:
        value = value & bit
        gates.append(value)

    # Gates 13 to 48: the ones digit S and the carries C2 to C7.
    carries = []
    s = bits[0]
    for bit in bits[1:]:
        old = s
        s = _xor(gates, old, bit)
        carry = old & bit
        gates.append(carry)
        carries.append(carry)

    # Gates 49 to 77: the twos digit T and the carries D4 to D7.
    # The first step (i = 3) has no carry gate.
    fours = []
    t = carries[0]
    for step, carry in enumerate(carries[1:]):
        old = t
        t = _xor(gates, old, carry)
        if step > 0:
            d = old & carry
            gates.append(d)
            fours.append(d)

    # Gates 78 to 92: the fours digit U.
    u = fours[0]
    for d in fours[1:]:
        u = _xor(gates, u, d)

    # Gates 93 to 98 read the final digits.
    two_or_more = t | u
    below_two = 1 - two_or_more
    exactly_one = s & below_two
    six_or_more = t & u
    even = 1 - s
    exactly_six = six_or_more & even
    gates.extend([two_or_more, below_two, exactly_one,
                  six_or_more, even, exactly_six])
    return gates


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # All 128 inputs in an order that depends on the seed only.
    inputs = [[(n >> i) & 1 for i in range(7)] for n in range(128)]
    random.Random(seed).shuffle(inputs)
    return inputs[:max(count, 0)]
