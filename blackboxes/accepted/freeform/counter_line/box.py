import random

# With so many customers in line, whoever arrives goes away.
FULL = 11

# A regular customer who was overtaken so often is not passed any more.
MOST_OVERTAKEN = 3


def run(state, text):
    """The events of the text and the s after it: new state, numbers served."""
    line = [list(customer) for customer in state["line"]]
    number = state["next"]
    served = []
    # One more s happens after the text, which is not written.
    for event in text + "s":
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
            continue
        if len(line) >= FULL:
            continue
        place = len(line)
        if event == "p":
            # Go forward past one regular customer at a time.
            while place > 0:
                before = line[place - 1]
                if before[1] != "r" or before[2] >= MOST_OVERTAKEN:
                    break
                before[2] += 1
                place -= 1
        line.insert(place, [number, event, 0])
        number += 1
    return {"line": line, "next": number}, served


def feedback_of(served):
    if not served:
        return "nobody"
    return " ".join(str(number) for number in served)


def open(seed: int):
    n = random.Random(seed).randint(11, 60)
    return {
        "line": [[n, "r", 0], [n + 1, "r", 0], [n + 2, "r", 0]],
        "next": n + 3,
    }


def explore(state, text: str) -> dict:
    new_state, served = run(state, text)
    return {"state": new_state, "feedback": feedback_of(served)}


def draw_text(rng):
    k = rng.randrange(6)
    if k == 0:
        n = rng.randint(1, 2)
        return "".join(rng.choice("rps") for _ in range(n))
    middle = "".join(rng.choice("rpps") for _ in range(14))
    return "rp" + middle + "sssssss"


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = draw_text(rng)
        if text in seen:
            # Drawn before: draw again, k and n too.
            continue
        seen.add(text)
        # Every question begins with the given state.
        _, served = run(state, text)
        result.append({
            "prompt": "Who is served, in order, if these events come next? "
                      + text,
            "answer": feedback_of(served).split(" "),
            "comparator": "sequence",
        })
    return result
