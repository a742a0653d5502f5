import random

CAPACITY = 8
MAX_OVERTAKEN = 2


def _run(state, text):
    """Play the events of text; return the new state and the feedback."""
    # Copy every entry, so that the given state is never changed.
    line = [list(customer) for customer in state["line"]]
    next_number = state["next"]
    served = []
    for event in text:
        if event == "s":
            if line:
                served.append(str(line.pop(0)[0]))
            continue
        if len(line) >= CAPACITY:
            # Goes away: no number, nothing changes.
            continue
        position = len(line)
        if event == "p":
            # Pass one customer at a time; stop at the first who is a priority
            # customer or was already overtaken twice.
            while position > 0:
                ahead = line[position - 1]
                if ahead[1] != "r" or ahead[2] >= MAX_OVERTAKEN:
                    break
                ahead[2] += 1
                position -= 1
        line.insert(position, [next_number, event, 0])
        next_number += 1
    feedback = " ".join(served) if served else "nobody"
    return {"line": line, "next": next_number}, feedback


def open(seed: int):
    return {"line": [], "next": 1}


def explore(state, text: str) -> dict:
    new_state, feedback = _run(state, text)
    return {"state": new_state, "feedback": feedback}


def _draw_text(rng):
    k = rng.randrange(6)
    if k == 0:
        n = rng.randint(1, 2)
        return "".join([rng.choice("rps") for _ in range(n)])
    return "rp" + "".join([rng.choice("rpps") for _ in range(10)]) + "ssssss"


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        text = _draw_text(rng)
        if text in drawn:
            # Drawn before: draw again, k and n too.
            continue
        drawn.add(text)
        _, feedback = _run(state, text)
        result.append({
            "prompt": "Who is served, in order, if these events come next? " + text,
            "answer": feedback.split(" "),
            "comparator": "sequence",
        })
    return result
