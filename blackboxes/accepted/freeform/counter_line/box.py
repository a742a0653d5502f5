import random

FULL = 8


def _run(state, events):
    """The new state and the list of the numbers served."""
    # Customers are copied, since being overtaken changes them.
    line = [list(customer) for customer in state["line"]]
    number = state["next"]
    served = []
    for event in events:
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
        elif len(line) < FULL:
            place = len(line)
            if event == "p":
                # Past regular customers, until one is priority or was
                # overtaken twice already.
                while place > 0 and line[place - 1][1] == "r" and line[place - 1][2] < 2:
                    line[place - 1][2] += 1
                    place -= 1
            line.insert(place, [number, event, 0])
            number += 1
    return {"line": line, "next": number}, served


def open(seed: int):
    return {"line": [], "next": 1}


def explore(state, text: str) -> dict:
    new_state, served = _run(state, text)
    feedback = " ".join([str(number) for number in served]) if served else "nobody"
    return {"state": new_state, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        text = "rp" + "".join([rng.choice("rps") for _ in range(8)]) + "sss"
        if text in drawn:
            continue
        drawn.add(text)
        served = _run(state, text)[1]
        result.append({
            "prompt": "Who is served, in order, if these events come next? " + text,
            "answer": served,
            "comparator": "sequence",
        })
    return result
