"""A lift for the floors 1 to 8 that passes some floors on its ways up and down."""

import random

BUTTONS = "12345678"
TOP = 8
NOT_ON_WAY_UP = (5, 7)
NOT_ON_WAY_DOWN = (3,)


def open(seed: int) -> dict:
    # The same for every seed.
    return {"at": 1, "up": True}


def _ride(state: dict, text: str) -> tuple[list[int], dict]:
    """The stops in their order, and the state after the ride."""
    # A floor pressed an even number of times is not wanted.
    left = [int(button) for button in BUTTONS if text.count(button) % 2 == 1]
    at = state["at"]
    way_up = state["up"]
    last_up = state["up"]  # direction of the last stop; kept if nothing moves
    stops = []

    if at in left:
        # Served before the lift moves, whichever floor it is.
        left.remove(at)
        stops.append(at)

    position = at
    while left:
        if way_up:
            floors = range(position, TOP + 1)
            passed = NOT_ON_WAY_UP
        else:
            floors = range(position, 0, -1)
            passed = NOT_ON_WAY_DOWN
        for floor in floors:
            if floor in left and floor not in passed:
                left.remove(floor)
                stops.append(floor)
                last_up = way_up
        # At the end of the house the lift turns.
        position = TOP if way_up else 1
        way_up = not way_up

    after = {"at": stops[-1] if stops else at, "up": last_up}
    return stops, after


def explore(state, text: str) -> dict:
    stops, after = _ride(state, text)
    feedback = " ".join([str(floor) for floor in stops]) if stops else "none"
    return {"state": after, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "".join(rng.sample(BUTTONS, 5))
        if text not in texts:
            texts.append(text)
    return [
        {
            "prompt": "Where does the lift stop, in order, if these buttons "
                      f"are pressed next? {text}",
            "answer": _ride(state, text)[0],
            "comparator": "sequence",
        }
        for text in texts
    ]
