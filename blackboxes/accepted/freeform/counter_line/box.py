"""A line before one counter, with regular and priority customers."""

import random

MOST_IN_LINE = 11
MOST_OVERTAKEN = 3


def open(seed):
    n = random.Random(seed).randint(11, 60)
    return {"line": [[n, "r", 0], [n + 1, "r", 0], [n + 2, "r", 0]], "next": n + 3}


def run(state, text):
    """The next state, and the numbers served during the text and at the s after it."""
    line = [list(customer) for customer in state["line"]]  # own copies, changed below
    next_number = state["next"]
    served = []
    for event in text + "s":  # the counter is free once more after the text
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
        elif len(line) < MOST_IN_LINE:
            place = len(line)
            if event == "p":
                # Forward past regular customers who may still be overtaken.
                while place > 0 and line[place - 1][1] == "r" and line[place - 1][2] < MOST_OVERTAKEN:
                    line[place - 1][2] += 1
                    place -= 1
            line.insert(place, [next_number, event, 0])
            next_number += 1
    return {"line": line, "next": next_number}, served


def answer_items(served):
    if not served:
        return ["nobody"]
    return [str(number) for number in served]


def explore(state, text):
    next_state, served = run(state, text)
    return {"state": next_state, "feedback": " ".join(answer_items(served))}


def draw_text(rng):
    k = rng.randrange(6)
    if k == 0:
        n = rng.randint(1, 2)
        return "".join(rng.choice("rps") for _ in range(n))
    return "rp" + "".join(rng.choice("rpps") for _ in range(14)) + "sssssss"


def questions(state, seed, count):
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        text = draw_text(rng)
        if text in drawn:
            continue
        drawn.add(text)
        _, served = run(state, text)
        result.append({
            "prompt": "Who is served, in order, if these events come next? " + text,
            "answer": answer_items(served),
            "comparator": "sequence",
        })
    return result
