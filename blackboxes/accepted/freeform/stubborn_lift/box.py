import random

STUBBORN = 5  # the floor that is never served by a lift that comes from below


def _stops(state, text):
    """The floors where the lift stops, in order."""
    at = state["at"]
    # a floor that is pressed an even number of times is not wanted
    wanted = [floor for floor in range(1, 9) if text.count(str(floor)) % 2 == 1]
    stops = [at] if at in wanted else []
    below = [floor for floor in reversed(wanted) if floor < at]
    above = [floor for floor in wanted if floor > at and floor != STUBBORN]
    late = [STUBBORN] if STUBBORN in wanted and STUBBORN > at else []
    if state["up"]:
        # upwards past floor 5, then down again: floor 5 before the lower floors
        return stops + above + late + below
    return stops + below + above + late


def _after(state, stops):
    """The state after the ride."""
    at = state["at"]
    if not stops or stops == [at]:
        # the lift did not move
        return state
    last = stops[-1]
    before = stops[-2] if len(stops) > 1 else at
    # the lift always comes to floor 5 from above
    up = before < last and last != STUBBORN
    return {"at": last, "up": up}


def open(seed):
    return {"at": 1, "up": True}


def explore(state, text):
    stops = _stops(state, text)
    feedback = " ".join(str(floor) for floor in stops) if stops else "none"
    return {"state": _after(state, stops), "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = "".join(rng.sample("12345678", 5))
        if text in seen:
            continue
        seen.add(text)
        result.append({
            "prompt": "Where does the lift stop, in order, if these buttons are pressed next? "
            + text,
            "answer": _stops(state, text),
            "comparator": "sequence",
        })
    return result
