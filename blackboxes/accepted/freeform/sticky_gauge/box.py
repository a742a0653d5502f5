import random


def _read(state, value):
    """The state after one more reading of this true value."""
    n = state["read"] + 1
    if n % state["stuck"] == 0:
        shown = state["shown"]
    else:
        # The drift counts the readings before this one.
        d = state["read"] // state["every"]
        shown = state["scale"] * value + state["zero"] + state["step"] * d
    return {**state, "read": n, "shown": shown}


def open(seed):
    rng = random.Random(seed)
    scale = rng.choice([1, 2, 3])
    zero = rng.randint(-9, 9)
    step = rng.choice([-3, -2, -1, 1, 2, 3])
    every = rng.randint(6, 9)
    stuck = rng.randint(10, 14)
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
    next_state = _read(state, int(text))
    return {"state": next_state, "feedback": str(next_state["shown"])}


def questions(state, seed, count):
    rng = random.Random(seed)
    used = set()
    result = []
    while len(result) < count:
        n = rng.randint(1, 15)
        values = tuple([rng.randint(0, 99) for _ in range(n)])
        if values in used:
            continue
        used.add(values)
        after = state
        for value in values:
            after = _read(after, value)
        result.append({
            "prompt": (
                "What does the gauge show for the last of these true values, "
                "which come next in this order? "
                + " ".join(str(value) for value in values)
            ),
            "answer": after["shown"],
            "comparator": "number",
        })
    return result
