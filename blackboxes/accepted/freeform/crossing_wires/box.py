"""Eight wires with sixteen gates that put two digits in order."""

import random

WIRES = 8
GATES = 16


def open(seed: int) -> list:
    rng = random.Random(seed)
    return [rng.sample(range(WIRES), 2) for _ in range(GATES)]


def _output(gates, text: str) -> str:
    # Wires without a digit carry 0.
    wires = list(text.ljust(WIRES, "0"))
    for i, j in gates:
        # Wire i gets the smaller digit, even if i is above j.
        if wires[i] > wires[j]:
            wires[i], wires[j] = wires[j], wires[i]
    return "".join(wires)


def explore(state, text: str) -> dict:
    gates = [list(gate) for gate in state]
    return {"state": gates, "feedback": _output(gates, text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        text = "".join(rng.sample("123456789", 8))
        if text in drawn:
            continue
        drawn.add(text)
        result.append({
            "prompt": f"What comes out for this text? {text}",
            "answer": _output(state, text),
            "comparator": "exact",
        })
    return result
