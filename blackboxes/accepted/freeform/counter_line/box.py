import random

MAX_LINE = 9
MAX_OVERTAKEN = 2


def open(seed: int):
    return {"line": [], "next": 1}


def _play(state, text):
    """Return (the next state, the numbers served); state stays as it is."""
    line = [list(customer) for customer in state["line"]]
    next_number = state["next"]
    served = []
    for event in text:
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
            continue
        if len(line) >= MAX_LINE:
            # Whoever arrives now goes away and changes nothing.
            continue
        place = len(line)
        if event == "p":
            # Forward past one regular customer at a time; a priority
            # customer, or one already overtaken twice, stops this.
            while (place > 0 and line[place - 1][1] == "r"
                    and line[place - 1][2] < MAX_OVERTAKEN):
                line[place - 1][2] += 1
                place -= 1
        line.insert(place, [next_number, event, 0])
        next_number += 1
    return {"line": line, "next": next_number}, served


def explore(state, text: str) -> dict:
    next_state, served = _play(state, text)
    if served:
        feedback = " ".join(str(number) for number in served)
    else:
        feedback = "nobody"
    return {"state": next_state, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "rp" + "".join(rng.choice("rps") for _ in range(8)) + "sss"
        # A text that was drawn before is drawn again.
        if text not in texts:
            texts.append(text)

    result = []
    for text in texts:
        # Every question starts from the given state.
        _, served = _play(state, text)
        result.append({
            "prompt": "Who is served, in order, if these events come next? " + text,
            "answer": served,
            "comparator": "sequence",
        })
    return result
