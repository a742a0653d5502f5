PAIRS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))


def describe() -> dict:
    return {"inputs": 9, "gates": 36}


def blackbox(bits: list[int]) -> list[int]:
    graph = [bits[0:3], bits[3:6], bits[6:9]]
    gates = []
    for i, j in PAIRS:
        ands = [graph[i][k] & graph[k][j] for k in range(3)]
        gates.extend(ands)
        current = graph[i][j]
        for value in ands:
            current = current | value
            gates.append(current)
    return gates
