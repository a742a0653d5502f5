def describe():
    return {"inputs": 6, "gates": 59}


def blackbox(bits):
    gates = []
    members = []
    for a in range(6):
        for b in range(a + 1, 6):
            for c in range(b + 1, 6):
                first = bits[a] & bits[b]
                second = first & bits[c]
                gates += [first, second]
                members.append(second)
    while len(members) > 1:
        layer = [members[i] | members[i + 1] for i in range(0, len(members) - 1, 2)]
        gates += layer
        if len(members) % 2:
            layer = layer + [members[-1]]  # goes on without a gate
        members = layer
    return gates
