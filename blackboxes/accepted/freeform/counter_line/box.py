import random

PLACES = 8
OVERTAKEN_AT_MOST = 2


def _run(state, text):
    """The line and next number after the events, and who was served."""
    line = [list(customer) for customer in state["line"]]
    number = state["next"]
    served = []
    for event in text:
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
        elif len(line) < PLACES:
            place = len(line)
            if event == "p":
                # Forward past one customer at a time.
                while place > 0:
                    before = line[place - 1]
                    if before[1] != "r" or before[2] >= OVERTAKEN_AT_MOST:
                        break
                    before[2] += 1
                    place -= 1
            line.insert(place, [number, event, 0])
            number += 1
    return {"line": line, "next": number}, served


def open(seed):
    return {"line": [], "next": 1}


def explore(state, text):
    next_state, served = _run(state, text)
    feedback = " ".join(str(number) for number in served) or "nobody"
    return {"state": next_state, "feedback": feedback}


def _draw_text(rng):
    k = rng.randrange(6)
    if k == 0:
        n = rng.randint(1, 2)
        return "".join(rng.choice("rps") for _ in range(n))
    return "rp" + "".join(rng.choice("rpps") for _ in range(10)) + "ssssss"


def questions(state, seed, count):
    rng = random.Random(seed)
    used = set()
    result = []
    while len(result) < count:
        text = _draw_text(rng)
        if text in used:
            continue
        used.add(text)
        result.append({
            "prompt": (
                "Who is served, in order, if these events come next? " + text
            ),
            "answer": explore(state, text)["feedback"].split(" "),
            "comparator": "sequence",
        })
    return result
