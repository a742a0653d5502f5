import random


def _reading(state, value):
    """What the gauge shows for the true value, and the state after it."""
    number = state["read"] + 1
    if number % state["stuck"] == 0:
        # the gauge sticks: it shows again what it showed last
        shown = state["shown"]
    else:
        # the drift counts the readings before this one
        drift = state["read"] // state["every"]
        shown = state["scale"] * value + state["zero"] + state["step"] * drift
    return shown, {**state, "read": number, "shown": shown}


def open(seed):
    rng = random.Random(seed)
    scale = rng.choice([1, 2, 3])
    zero = rng.randint(-9, 9)
    step = rng.choice([-3, -2, -1, 1, 2, 3])
    every = rng.randint(2, 4)
    stuck = rng.randint(3, 6)
    return {
        "scale": scale,
        "zero": zero,
        "step": step,
        "every": every,
        "stuck": stuck,
        "read": 0,
        "shown": 0,
    }


def explore(state, text):
    shown, after = _reading(state, int(text))
    return {"state": after, "feedback": str(shown)}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        values = tuple(rng.randint(0, 99) for _ in range(3))
        if values in seen:
            # drawn before: draw all three again
            continue
        seen.add(values)
        answer = []
        current = state
        for value in values:
            shown, current = _reading(current, value)
            answer.append(shown)
        result.append({
            "prompt": "What does the gauge show for the next three true values "
            f"{values[0]}, {values[1]} and {values[2]}, in this order?",
            "answer": answer,
            "comparator": "sequence",
        })
    return result
