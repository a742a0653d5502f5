import random

NOT_UP = (5, 7)   # not served on a way up
NOT_DOWN = (3,)   # not served on a way down


def _ride(state, text):
    """The next state and the feedback on the text."""
    at = state["at"]
    up = state["up"]
    # wanted: pressed an odd number of times
    left = {floor for floor in range(1, 9) if text.count(str(floor)) % 2 == 1}
    if not left:
        return {"at": at, "up": up}, "none"
    stops = []
    if at in left:
        # the first stop, before the lift moves; the direction stays
        stops.append(at)
        left.remove(at)
    last_up = up
    here = at
    going_up = up
    while left:
        way = range(here + 1, 9) if going_up else range(here - 1, 0, -1)
        passed = NOT_UP if going_up else NOT_DOWN
        for floor in way:
            if floor in left and floor not in passed:
                stops.append(floor)
                left.remove(floor)
                last_up = going_up
        # the lift rides to the end of the house and turns
        here = 8 if going_up else 1
        going_up = not going_up
    feedback = " ".join(str(floor) for floor in stops)
    return {"at": stops[-1], "up": last_up}, feedback


def open(seed):
    return {"at": 1, "up": True}


def explore(state, text):
    after, feedback = _ride(state, text)
    return {"state": after, "feedback": feedback}


def _draw_buttons(rng, n):
    return "".join([rng.choice("12345678") for _ in range(n)])


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        first = _draw_buttons(rng, 2)
        n = rng.choice([2, 6, 7, 8, 8])
        second = _draw_buttons(rng, n)
        if (first, second) in seen:
            continue
        seen.add((first, second))
        between = _ride(state, first)[0]
        result.append({
            "prompt": f"The buttons {first} are pressed next. Where does the lift stop, "
            f"in order, if after that ride these buttons are pressed? {second}",
            "answer": _ride(between, second)[1].split(" "),
            "comparator": "sequence",
        })
    return result
