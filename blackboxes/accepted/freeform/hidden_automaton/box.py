import random


def _all_reachable(table) -> bool:
    reached = [0]
    for state in reached:  # the list grows while it is walked
        for following in table[state]:
            if following not in reached:
                reached.append(following)
    return len(reached) == 6


def _all_different(table, accepting) -> bool:
    # Split the states into classes: first by accepting or not (the empty
    # text), then again and again by the classes that a and b lead to. Six
    # states need at most five splits to come to rest.
    classes = [1 if state in accepting else 0 for state in range(6)]
    for _ in range(6):
        marks = [(classes[i], classes[table[i][0]], classes[table[i][1]])
                 for i in range(6)]
        classes = [marks.index(mark) for mark in marks]
    return len(set(classes)) == 6


def _read(state, text: str) -> str:
    current = 0
    letters = []
    for letter in text:
        current = state["next"][current]["ab".index(letter)]
        letters.append("A" if current in state["accepting"] else "R")
    return "".join(letters)


def open(seed: int):
    rng = random.Random(seed)
    while True:
        table = []
        for _ in range(6):
            x = rng.randrange(6)
            y = rng.randrange(6)
            table.append([x, y])
        accepting = sorted(rng.sample(range(6), 3))
        if _all_reachable(table) and _all_different(table, accepting):
            return {"next": table, "accepting": accepting, "asked": []}


def explore(state, text: str) -> dict:
    next_state = {
        "next": [list(row) for row in state["next"]],
        "accepting": list(state["accepting"]),
        "asked": list(state["asked"]) + [text],
    }
    return {"state": next_state, "feedback": _read(state, text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "".join(rng.choice("ab") for _ in range(12))
        if text in texts:
            continue
        # Also skip what the player has read already: an asked text that
        # begins with this one, or is the same.
        if any(asked.startswith(text) for asked in state["asked"]):
            continue
        texts.append(text)
    return [
        {
            "prompt": "What comes back for this text? " + text,
            "answer": _read(state, text),
            "comparator": "text",
        }
        for text in texts
    ]
