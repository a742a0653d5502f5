import random

TOP = 8
PASSED_UP = (5, 7)
PASSED_DOWN = (3,)


def _ride(state, text):
    """The stops in their order, and the state after them."""
    at = state["at"]
    up = state["up"]
    # Pressing again takes the wish back.
    left = [floor for floor in range(1, TOP + 1) if text.count(str(floor)) % 2 == 1]
    stops = []
    # The floor where it stands comes first, without any ride.
    if at in left:
        left.remove(at)
        stops.append(at)
    last_up = up  # direction of the way on which the last stop was served
    place = at
    direction_up = up
    while left:
        if direction_up:
            way = range(place + 1, TOP + 1)
            passed = PASSED_UP
            place = TOP
        else:
            way = range(place - 1, 0, -1)
            passed = PASSED_DOWN
            place = 1
        for floor in way:
            if floor in left and floor not in passed:
                left.remove(floor)
                stops.append(floor)
                last_up = direction_up
        direction_up = not direction_up
    new_at = stops[-1] if stops else at
    return stops, {"at": new_at, "up": last_up}


def open(seed: int):
    return {"at": 1, "up": True}


def explore(state, text: str) -> dict:
    stops, new_state = _ride(state, text)
    feedback = " ".join([str(floor) for floor in stops]) if stops else "none"
    return {"state": new_state, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "".join(rng.sample("12345678", 5))
        if text not in texts:
            texts.append(text)
    return [
        {
            "prompt": "Where does the lift stop, in order, "
                      "if these buttons are pressed next? " + text,
            "answer": _ride(state, text)[0],
            "comparator": "sequence",
        }
        for text in texts
    ]
