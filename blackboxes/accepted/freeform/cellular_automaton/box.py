import random

RULES = [22, 30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 146, 150]


def _next_row(state, row):
    if not row:
        return row
    if state["ring"]:
        padded = row[-1] + row + row[0]
    else:
        padded = "0" + row + "0"
    cells = []
    for i in range(len(row)):
        # padded[i:i + 3] is the left neighbour, the cell, the right neighbour.
        v = int(padded[i:i + 3], 2)
        cells.append(str((state["rule"] >> v) & 1))
    return "".join(cells)


def open(seed):
    rng = random.Random(seed)
    rule = rng.choice(RULES)
    ring = rng.randrange(2) == 1
    return {"rule": rule, "ring": ring}


def explore(state, text):
    return {"state": dict(state), "feedback": _next_row(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    used = set()
    result = []
    while len(result) < count:
        n = rng.randint(1, 12)
        row = "".join(rng.choice("01") for _ in range(n))
        if row in used:
            continue
        used.add(row)
        answer = row
        for _ in range(3):
            answer = _next_row(state, answer)
        result.append({
            "prompt": "Which row comes three generations after this one? " + row,
            "answer": answer,
            "comparator": "exact",
        })
    return result
