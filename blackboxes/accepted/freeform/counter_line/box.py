"""A line before one counter, where priority customers overtake regular ones."""

import random

LONGEST_LINE = 8
MOST_OVERTAKEN = 2


def open(seed: int) -> dict:
    # The same for every seed.
    return {"line": [], "next": 1}


def _run(state, text: str) -> tuple[dict, list[int]]:
    """The state after the events, and the numbers served in their order."""
    line = [list(customer) for customer in state["line"]]
    number = state["next"]
    served = []
    for event in text:
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
            continue
        if len(line) >= LONGEST_LINE:
            # Goes away and gets no number.
            continue
        place = len(line)
        if event == "p":
            # Past one customer at a time, stopping at the first it may not pass.
            while (
                place > 0
                and line[place - 1][1] == "r"
                and line[place - 1][2] < MOST_OVERTAKEN
            ):
                line[place - 1][2] += 1
                place -= 1
        line.insert(place, [number, event, 0])
        number += 1
    return {"line": line, "next": number}, served


def explore(state, text: str) -> dict:
    after, served = _run(state, text)
    feedback = " ".join([str(number) for number in served]) if served else "nobody"
    return {"state": after, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        text = "rp" + "".join([rng.choice("rps") for _ in range(8)]) + "sss"
        if text in drawn:
            continue
        drawn.add(text)
        result.append({
            "prompt": f"Who is served, in order, if these events come next? {text}",
            "answer": _run(state, text)[1],
            "comparator": "sequence",
        })
    return result
