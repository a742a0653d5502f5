import random

WIRES = 6
GATES = 8


def _run(gates, text):
    # wires without a digit carry 0
    wires = list(text.ljust(WIRES, "0"))
    for i, j in gates:
        # wire i gets the smaller digit, wire j the larger one (i may be above j)
        a, b = wires[i], wires[j]
        wires[i] = min(a, b)
        wires[j] = max(a, b)
    return "".join(wires)


def open(seed):
    rng = random.Random(seed)
    return [rng.sample(range(WIRES), 2) for _ in range(GATES)]


def explore(state, text):
    return {"state": state, "feedback": _run(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = "".join(rng.sample("123456789", WIRES))
        if text in seen:
            # drawn before: draw again
            continue
        seen.add(text)
        result.append({
            "prompt": "What comes out for this text? " + text,
            "answer": _run(state, text),
            "comparator": "exact",
        })
    return result
