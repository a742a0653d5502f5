import random


def describe() -> dict:
    return {"inputs": 8, "gates": 42}


def _compare(gates, pairs):
    """Append the 16 gates that compare four pairs; return the four results."""
    ands = [a & b for a, b in pairs]
    ors = [a | b for a, b in pairs]
    nots = [1 - v for v in ors]
    equal = [a | n for a, n in zip(ands, nots)]
    gates.extend(ands + ors + nots + equal)
    return equal


def _all_of(gates, values):
    """Append the chain of three AND gates; return the last."""
    result = values[0]
    for value in values[1:]:
        result = result & value
        gates.append(result)
    return result


def blackbox(bits: list[int]) -> list[int]:
    gates = []
    # Gates 1 to 16: mirrored pairs; gates 17 to 32: same place of the halves.
    mirrored = _compare(gates, [(bits[i], bits[7 - i]) for i in range(4)])
    halves = _compare(gates, [(bits[i], bits[i + 4]) for i in range(4)])

    palindrome = _all_of(gates, mirrored)   # gates 33 to 35
    same_halves = _all_of(gates, halves)    # gates 36 to 38

    differ = 1 - same_halves
    gates.extend([
        differ,
        palindrome & differ,
        palindrome | same_halves,
        palindrome & same_halves,
    ])
    return gates


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # Palindromes and inputs with equal halves are rare at random: mix them in.
    rng = random.Random(seed)
    samples = []
    for k in range(max(count, 0)):
        bits = [rng.randrange(2) for _ in range(8)]
        kind = k % 5
        if kind == 0:
            bits = bits[:4] + bits[:4][::-1]
        elif kind == 1:
            bits = bits[:4] + bits[:4]
        elif kind == 2:
            half = [bits[0], bits[1], bits[1], bits[0]]
            bits = half + half
        elif kind == 3:
            # a palindrome with one wire flipped
            bits = bits[:4] + bits[:4][::-1]
            place = rng.randrange(8)
            bits[place] = 1 - bits[place]
        samples.append(bits)
    return samples
