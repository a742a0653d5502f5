import random

RULES = [22, 30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 146, 150]


def _next_row(row: str, rule: int, ring: bool) -> str:
    length = len(row)
    cells = []
    for i in range(length):
        if ring:
            # A row of one cell is its own neighbour on both sides.
            left = row[(i - 1) % length]
            right = row[(i + 1) % length]
        else:
            left = row[i - 1] if i > 0 else "0"
            right = row[i + 1] if i < length - 1 else "0"
        v = 4 * int(left) + 2 * int(row[i]) + int(right)
        cells.append(str((rule >> v) & 1))
    return "".join(cells)


def open(seed: int):
    rng = random.Random(seed)
    rule = rng.choice(RULES)
    ring = rng.randrange(2) == 1
    return {"rule": rule, "ring": ring}


def explore(state, text: str) -> dict:
    feedback = _next_row(text, state["rule"], state["ring"])
    # The state never changes.
    return {"state": {"rule": state["rule"], "ring": state["ring"]},
            "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    rows = []
    while len(rows) < count:
        row = "".join(rng.choice("01") for _ in range(12))
        # Skip repetitions and rows whose cells are all the same.
        if row in rows or len(set(row)) == 1:
            continue
        rows.append(row)

    result = []
    for row in rows:
        later = row
        for _ in range(3):
            later = _next_row(later, state["rule"], state["ring"])
        result.append({
            "prompt": "Which row comes three generations after this one? " + row,
            "answer": later,
            "comparator": "exact",
        })
    return result
