import random

WIRES = 8
GATES = 16


def _run(gates, text):
    """The eight digits after the last gate, as a text."""
    wires = list(text) + ["0"] * (WIRES - len(text))
    for i, j in gates:
        # wire i gets the smaller digit, wire j the larger one; i may be above j
        if wires[i] > wires[j]:
            wires[i], wires[j] = wires[j], wires[i]
    return "".join(wires)


def open(seed):
    rng = random.Random(seed)
    return [list(rng.sample(range(WIRES), 2)) for _ in range(GATES)]


def explore(state, text):
    return {
        "state": [list(gate) for gate in state],
        "feedback": _run(state, text),
    }


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        k = rng.randrange(2)
        if k == 0:
            n = rng.randint(1, 8)
            text = "".join([rng.choice("0123456789") for _ in range(n)])
        else:
            text = "".join(rng.sample("123456789", 8))
        if text in seen:
            continue
        seen.add(text)
        result.append({
            "prompt": "What comes out for this text? " + text,
            "answer": _run(state, text),
            "comparator": "exact",
        })
    return result
