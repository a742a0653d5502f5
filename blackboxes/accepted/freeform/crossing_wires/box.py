import random


def _out(gates, text):
    wires = [int(digit) for digit in text.ljust(6, "0")]
    for i, j in gates:
        wires[i], wires[j] = min(wires[i], wires[j]), max(wires[i], wires[j])
    return "".join(str(digit) for digit in wires)


def open(seed: int):
    rng = random.Random(seed)
    return [rng.sample(range(6), 2) for _ in range(8)]


def explore(state, text: str) -> dict:
    return {"state": state, "feedback": _out(state, text)}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = "".join(rng.sample("123456789", 6))
        if text in seen:
            continue
        seen.add(text)
        result.append(
            {"prompt": f"What comes out for this text? {text}", "answer": _out(state, text), "comparator": "exact"}
        )
    return result
