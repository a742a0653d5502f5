import random

RULES = [22, 30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 146, 150]


def introduction():
    return "This black-box is a row of cells that changes."


def open(seed):
    rng = random.Random(seed)
    rule = rng.choice(RULES)
    ring = rng.randrange(2) == 1
    return {"rule": rule, "ring": ring}


def _next_generation(state, row):
    if row == "":
        return ""
    if state["ring"]:
        # A row of one cell is its own neighbour on both sides.
        padded = row[-1] + row + row[0]
    else:
        padded = "0" + row + "0"
    cells = []
    for i in range(len(row)):
        value = int(padded[i:i + 3], 2)
        cells.append(str((state["rule"] >> value) & 1))
    return "".join(cells)


def explore(state, text):
    return {"state": state, "feedback": _next_generation(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    rows = []
    while len(rows) < count:
        row = "".join([rng.choice("01") for _ in range(12)])
        if row in rows or len(set(row)) == 1:
            continue
        rows.append(row)
    result = []
    for row in rows:
        later = row
        for _ in range(3):
            later = _next_generation(state, later)
        result.append({
            "prompt": "Which row comes three generations after this one? " + row,
            "answer": later,
            "comparator": "exact",
        })
    return result
