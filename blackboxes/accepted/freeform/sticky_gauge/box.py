import random


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


def _read_gauge(state, value):
    """The state after one reading; its "shown" is what the gauge shows."""
    number = state["read"] + 1
    if number % state["stuck"] == 0:
        # The gauge sticks: it shows what it showed last.
        shown = state["shown"]
    else:
        # The drift goes by the readings before this one.
        drift = state["step"] * (state["read"] // state["every"])
        shown = state["scale"] * value + state["zero"] + drift
    return {**state, "read": number, "shown": shown}


def explore(state, text):
    following = _read_gauge(state, int(text))
    return {"state": following, "feedback": str(following["shown"])}


def _last_three(state, values):
    readings = []
    current = state
    for value in values:
        current = _read_gauge(current, value)
        readings.append(current["shown"])
    return readings[-3:]


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    drawn = set()
    while len(result) < count:
        n = rng.randint(3, 30)
        values = tuple(rng.randint(0, 99) for _ in range(n))
        # A row that was drawn before is drawn again, its length too.
        if values in drawn:
            continue
        drawn.add(values)
        row = " ".join(str(value) for value in values)
        result.append({
            "prompt": "What does the gauge show for the last three of these true values, "
                      "which come next in this order? " + row,
            "answer": _last_three(state, values),
            "comparator": "sequence",
        })
    return result
