import random


def _read(state, true):
    n = state["read"] + 1
    if n % state["stuck"] == 0:
        shown = state["shown"]
    else:
        shown = state["scale"] * true + state["zero"] + state["step"] * (state["read"] // state["every"])
    return {**state, "read": n, "shown": shown}


def open(seed: int):
    rng = random.Random(seed)
    scale = rng.choice([1, 2, 3])
    zero = rng.randint(-9, 9)
    step = rng.choice([-3, -2, -1, 1, 2, 3])
    every = rng.randint(2, 4)
    stuck = rng.randint(3, 6)
    return {"scale": scale, "zero": zero, "step": step, "every": every, "stuck": stuck, "read": 0, "shown": 0}


def explore(state, text: str) -> dict:
    after = _read(state, int(text))
    return {"state": after, "feedback": str(after["shown"])}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        values = tuple(rng.randint(0, 99) for _ in range(3))
        if values in seen:
            continue
        seen.add(values)
        answer = []
        now = state
        for value in values:
            now = _read(now, value)
            answer.append(now["shown"])
        first, second, third = values
        prompt = (
            "What does the gauge show for the next three true values "
            f"{first}, {second} and {third}, in this order?"
        )
        result.append({"prompt": prompt, "answer": answer, "comparator": "sequence"})
    return result
