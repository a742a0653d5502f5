import random


def _ride(state, text):
    """The stops in order, and the state after the ride."""
    at = state["at"]
    wanted = {floor for floor in range(1, 9) if text.count(str(floor)) % 2}
    stops = []
    if at in wanted:
        stops.append(at)
    above = sorted(floor for floor in wanted if floor > at and floor != 5)
    below = sorted((floor for floor in wanted if floor < at), reverse=True)
    five = [5] if 5 in wanted and at < 5 else []
    up = state["up"]
    if up:
        downwards = sorted(five + below, reverse=True)
        stops += above + downwards
        if downwards:
            up = False
        # with stops above only, it stays upwards
    else:
        stops += below + above + five
        if five:
            up = False
        elif above:
            up = True
    if not stops:
        return [], {"at": at, "up": state["up"]}
    return stops, {"at": stops[-1], "up": up}


def open(seed):
    return {"at": 1, "up": True}


def explore(state, text):
    stops, after = _ride(state, text)
    feedback = " ".join(str(stop) for stop in stops) if stops else "none"
    return {"state": after, "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "".join(rng.sample("12345678", 5))
        if text not in texts:
            texts.append(text)
    prompt = "Where does the lift stop, in order, if these buttons are pressed next? "
    return [{"prompt": prompt + text, "answer": _ride(state, text)[0], "comparator": "sequence"} for text in texts]
