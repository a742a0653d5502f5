import random

RULES = [22, 30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 146, 150]


def open(seed: int):
    rng = random.Random(seed)
    rule = rng.choice(RULES)
    ring = rng.randrange(2) == 1
    return {"rule": rule, "ring": ring}


def _next_row(state, row):
    """The next generation of a row, given as a text of 0 and 1."""
    if state["ring"]:
        padded = row[-1] + row + row[0]
    else:
        padded = "0" + row + "0"
    cells = []
    for i in range(len(row)):
        v = int(padded[i:i + 3], 2)  # left neighbour, cell, right neighbour
        cells.append(str((state["rule"] >> v) & 1))
    return "".join(cells)


def explore(state, text: str) -> dict:
    return {
        "state": {"rule": state["rule"], "ring": state["ring"]},
        "feedback": _next_row(state, text),
    }


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    rows = []
    while len(rows) < count:
        row = "".join(rng.choice("01") for _ in range(12))
        if row in rows or len(set(row)) == 1:
            continue
        rows.append(row)
    result = []
    for row in rows:
        later = row
        for _ in range(3):
            later = _next_row(state, later)
        result.append({
            "prompt": "Which row comes three generations after this one? " + row,
            "answer": later,
            "comparator": "exact",
        })
    return result
