import random


def _measure(state, value):
    """Return what the gauge shows and the state after this reading."""
    number = state["read"] + 1
    if number % state["stuck"] == 0:
        # The gauge sticks: it shows what it showed last.
        shown = state["shown"]
    else:
        # The drift depends on the readings before this one.
        drift = state["read"] // state["every"]
        shown = state["scale"] * value + state["zero"] + state["step"] * drift
    after = dict(state)
    after["read"] = number
    after["shown"] = shown
    return shown, after


def open(seed: int):
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


def explore(state, text: str) -> dict:
    shown, after = _measure(state, int(text))
    return {"state": after, "feedback": str(shown)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        values = tuple(rng.randint(0, 99) for _ in range(3))
        if values in drawn:
            # Drawn before: draw three new ones.
            continue
        drawn.add(values)
        readings = []
        # Every question begins from the given state.
        current = state
        for value in values:
            shown, current = _measure(current, value)
            readings.append(shown)
        first, second, third = values
        result.append({
            "prompt": (
                "What does the gauge show for the next three true values "
                f"{first}, {second} and {third}, in this order?"
            ),
            "answer": readings,
            "comparator": "sequence",
        })
    return result
