from itertools import combinations


def describe() -> dict:
    return {"inputs": 6, "gates": 59}


def blackbox(bits: list[int]) -> list[int]:
    gates = []
    members = []
    for a, b, c in combinations(range(6), 3):  # lexicographic order
        pair = bits[a] & bits[b]
        triple = pair & bits[c]
        gates.append(pair)
        gates.append(triple)
        members.append(triple)
    while len(members) > 1:
        following = []
        for k in range(0, len(members) - 1, 2):
            joined = members[k] | members[k + 1]
            gates.append(joined)
            following.append(joined)
        if len(members) % 2 == 1:
            # Left over: goes into the next layer without a gate.
            following.append(members[-1])
        members = following
    return gates
