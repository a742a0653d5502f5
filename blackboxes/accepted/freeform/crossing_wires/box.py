import random

WIRES = 8
GATES = 16


def _run(gates, text):
    # Wires without a digit carry 0.
    wires = [int(digit) for digit in text.ljust(WIRES, "0")]
    for i, j in gates:
        # Wire i gets the smaller digit, wire j the larger one; i may be above j.
        if wires[i] > wires[j]:
            wires[i], wires[j] = wires[j], wires[i]
    return "".join(str(digit) for digit in wires)


def open(seed: int):
    rng = random.Random(seed)
    return [list(rng.sample(range(WIRES), 2)) for _ in range(GATES)]


def explore(state, text: str) -> dict:
    # The gates never change.
    return {"state": state, "feedback": _run(state, text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        text = "".join(rng.sample("123456789", WIRES))
        if text in drawn:
            # Drawn before: draw again.
            continue
        drawn.add(text)
        result.append({
            "prompt": f"What comes out for this text? {text}",
            "answer": _run(state, text),
            "comparator": "exact",
        })
    return result
