import random

BUTTONS = "12345678"
LOWEST = 1
HIGHEST = 8
PASSED_ON_WAY_UP = (5, 7)
PASSED_ON_WAY_DOWN = (3,)


def _ride(at, up, text):
    """The stops in order, and where the lift stands and its direction then."""
    left = [
        floor
        for floor in range(LOWEST, HIGHEST + 1)
        if text.count(str(floor)) % 2 == 1
    ]
    stops = []
    last_up = up
    if at in left:
        # Served before the lift moves, so it says nothing about the direction.
        left.remove(at)
        stops.append(at)
    position = at
    way_up = up
    while left:
        if way_up:
            floors = range(position + 1, HIGHEST + 1)
            passed = PASSED_ON_WAY_UP
            position = HIGHEST
        else:
            floors = range(position - 1, LOWEST - 1, -1)
            passed = PASSED_ON_WAY_DOWN
            position = LOWEST
        for floor in floors:
            if floor in left and floor not in passed:
                left.remove(floor)
                stops.append(floor)
                last_up = way_up
        way_up = not way_up
    last_at = stops[-1] if stops else at
    return stops, last_at, last_up


def open(seed):
    return {"at": 1, "up": True}


def explore(state, text):
    stops, at, up = _ride(state["at"], state["up"], text)
    feedback = " ".join(str(floor) for floor in stops) if stops else "none"
    return {"state": {"at": at, "up": up}, "feedback": feedback}


def _draw_buttons(rng, n):
    return "".join(rng.choice(BUTTONS) for _ in range(n))


def questions(state, seed, count):
    rng = random.Random(seed)
    used = set()
    result = []
    while len(result) < count:
        first = _draw_buttons(rng, 2)
        n = rng.choice([2, 6, 7, 8, 8])
        second = _draw_buttons(rng, n)
        if (first, second) in used:
            continue
        used.add((first, second))
        between = explore(state, first)["state"]
        answer = explore(between, second)["feedback"].split(" ")
        result.append({
            "prompt": (
                f"The buttons {first} are pressed next. Where does the lift "
                "stop, in order, if after that ride these buttons are "
                f"pressed? {second}"
            ),
            "answer": answer,
            "comparator": "sequence",
        })
    return result
