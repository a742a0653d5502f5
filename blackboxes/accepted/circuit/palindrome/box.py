INPUTS = 8
GATES = 42

# Pairs of wires, as indexes into the input (x1 is index 0).
MIRRORED = [(0, 7), (1, 6), (2, 5), (3, 4)]
HALVES = [(0, 4), (1, 5), (2, 6), (3, 7)]


def describe() -> dict:
    return {"inputs": INPUTS, "gates": GATES}


def _compare(x, pairs):
    """The 16 gates that compare four pairs; the last four say 'equal'."""
    ands = [x[a] & x[b] for a, b in pairs]
    ors = [x[a] | x[b] for a, b in pairs]
    nors = [1 - value for value in ors]
    equal = [both | neither for both, neither in zip(ands, nors)]
    return ands + ors + nors + equal


def _and_chain(values):
    """The three gates of ((v1 AND v2) AND v3) AND v4."""
    first = values[0] & values[1]
    second = first & values[2]
    third = second & values[3]
    return [first, second, third]


def blackbox(bits: list[int]) -> list[int]:
    x = [int(b) for b in bits]

    mirrored = _compare(x, MIRRORED)             # gates 1 to 16
    halves = _compare(x, HALVES)                 # gates 17 to 32
    palindrome_chain = _and_chain(mirrored[12:])  # gates 33 to 35
    halves_chain = _and_chain(halves[12:])        # gates 36 to 38

    palindrome = palindrome_chain[-1]
    equal_halves = halves_chain[-1]

    gate39 = 1 - equal_halves
    gate40 = palindrome & gate39
    gate41 = palindrome | equal_halves
    gate42 = palindrome & equal_halves

    return (mirrored + halves + palindrome_chain + halves_chain
            + [gate39, gate40, gate41, gate42])


def sample_inputs(seed: int, count: int) -> list[list[int]]:
    # Palindromes and equal halves are rare, so they come first;
    # then all other inputs, in an order that depends on the seed.
    total = 2 ** INPUTS
    special = []
    ordinary = []
    for k in range(total):
        number = (seed + 101 * k) % total  # odd step: every input once
        x = [(number >> j) & 1 for j in range(INPUTS)]
        if x == x[::-1] or x[:4] == x[4:]:
            special.append(x)
        else:
            ordinary.append(x)
    # Alternate, so that a short sample has both kinds.
    mixed = []
    for i in range(len(ordinary)):
        if i < len(special):
            mixed.append(special[i])
        mixed.append(ordinary[i])
    return mixed[:max(0, count)]
