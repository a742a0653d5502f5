WIRES = 7


def describe():
    return {"inputs": 7, "gates": 42}


def blackbox(bits):
    gates = []
    # at_least[k] for the wires counted so far; at the beginning only x1.
    at_least = {1: bits[0]}
    for n in range(2, WIRES + 1):
        x = bits[n - 1]
        # and_gates[k], for k = n down to 2
        and_gates = {}
        for k in range(n, 1, -1):
            and_gates[k] = at_least[k - 1] & x
            gates.append(and_gates[k])
        following = {n: and_gates[n]}
        for k in range(n - 1, 0, -1):
            # There is no and-1: for k = 1 the wire itself is taken.
            other = and_gates[k] if k > 1 else x
            following[k] = at_least[k] | other
            gates.append(following[k])
        at_least = following
    return gates


def sample_inputs(seed, count):
    samples = [
        [0, 0, 0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 1, 1],
        [1, 0, 1, 0, 0, 0, 1],
        [0, 0, 0, 1, 1, 0, 0],
    ]
    # A single one and a single zero at every place.
    for i in range(WIRES):
        samples.append([1 if j == i else 0 for j in range(WIRES)])
        samples.append([0 if j == i else 1 for j in range(WIRES)])
    return samples[:count]
