import random

RULES = [22, 30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 146, 150]


def _step(rule, ring, row):
    """The next generation of the row, of the same length."""
    n = len(row)
    cells = []
    for i in range(n):
        if ring:
            left = int(row[(i - 1) % n])
            right = int(row[(i + 1) % n])
        else:
            left = int(row[i - 1]) if i > 0 else 0
            right = int(row[i + 1]) if i < n - 1 else 0
        v = 4 * left + 2 * int(row[i]) + right
        cells.append(str((rule >> v) & 1))
    return "".join(cells)


def open(seed):
    rng = random.Random(seed)
    rule = rng.choice(RULES)
    ring = rng.randrange(2) == 1
    return {"rule": rule, "ring": ring}


def explore(state, text):
    return {
        "state": {"rule": state["rule"], "ring": state["ring"]},
        "feedback": _step(state["rule"], state["ring"], text),
    }


def questions(state, seed, count):
    rng = random.Random(seed)
    rows = []
    seen = set()
    while len(rows) < count:
        n = rng.randint(1, 12)
        row = "".join([rng.choice("01") for _ in range(n)])
        if row in seen:
            continue
        seen.add(row)
        rows.append(row)
    result = []
    for row in rows:
        later = row
        for _ in range(3):
            later = _step(state["rule"], state["ring"], later)
        result.append({
            "prompt": "Which row comes three generations after this one? " + row,
            "answer": later,
            "comparator": "exact",
        })
    return result
