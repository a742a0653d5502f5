import random

FLOORS = "12345678"


def open(seed: int):
    return {"at": 1, "up": True}


def _stops(state, text):
    """The stops in their order."""
    at = state["at"]
    wanted = [int(floor) for floor in FLOORS if text.count(floor) % 2 == 1]
    first = [floor for floor in wanted if floor == at]
    below = [floor for floor in reversed(wanted) if floor < at]
    above = [floor for floor in wanted if floor > at and floor != 5]
    # Floor 5 seen from below is only served from above.
    five = [floor for floor in wanted if floor == 5 and floor > at]
    if state["up"]:
        return first + above + five + below
    return first + below + above + five


def explore(state, text: str) -> dict:
    stops = _stops(state, text)
    if not stops:
        return {"state": dict(state), "feedback": "none"}
    at, up = state["at"], state["up"]
    last = stops[-1]
    if stops != [at]:
        before = stops[-2] if len(stops) > 1 else at
        up = last > before and last != 5
    feedback = " ".join(str(floor) for floor in stops)
    return {"state": {"at": last, "up": up}, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "".join(rng.sample(FLOORS, 5))
        if text not in texts:
            texts.append(text)
    return [
        {
            "prompt": "Where does the lift stop, in order, if these buttons are pressed next? " + text,
            "answer": _stops(state, text),
            "comparator": "sequence",
        }
        for text in texts
    ]
