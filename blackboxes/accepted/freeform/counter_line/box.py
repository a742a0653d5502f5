import random

FULL = 9


def _events(state, text):
    line = [list(customer) for customer in state["line"]]
    following = state["next"]
    served = []
    for event in text:
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
            continue
        if len(line) == FULL:
            continue
        place = len(line)
        if event == "p":
            # Past regular customers who were overtaken fewer than two times.
            while place > 0 and line[place - 1][1] == "r" and line[place - 1][2] < 2:
                line[place - 1][2] += 1
                place -= 1
        line.insert(place, [following, event, 0])
        following += 1
    return {"line": line, "next": following}, served


def open(seed: int):
    return {"line": [], "next": 1}


def explore(state, text: str) -> dict:
    after, served = _events(state, text)
    return {"state": after, "feedback": " ".join(str(number) for number in served) or "nobody"}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = "rp" + "".join(rng.choice("rps") for _ in range(8)) + "sss"
        if text in seen:
            continue
        seen.add(text)
        result.append(
            {
                "prompt": f"Who is served, in order, if these events come next? {text}",
                "answer": _events(state, text)[1],
                "comparator": "sequence",
            }
        )
    return result
