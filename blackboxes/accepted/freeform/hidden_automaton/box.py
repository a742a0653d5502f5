import random

STATES = 6
QUESTION_LENGTH = 12


def _all_reachable(table):
    reached = [0]
    for i in reached:  # the list grows while it is walked through
        for j in table[i]:
            if j not in reached:
                reached.append(j)
    return len(reached) == STATES


def _all_different(table, accepting):
    """Whether some text tells any two different states apart."""
    kinds = [int(i in accepting) for i in range(STATES)]
    # Round n tells apart what texts of up to n letters tell apart;
    # with six states nothing new comes after round five.
    for _ in range(STATES):
        signatures = [
            (kinds[i], kinds[table[i][0]], kinds[table[i][1]])
            for i in range(STATES)
        ]
        order = sorted(set(signatures))
        kinds = [order.index(signature) for signature in signatures]
    return len(set(kinds)) == STATES


def _read(state, text):
    at = 0
    letters = []
    for letter in text:
        at = state["next"][at]["ab".index(letter)]
        letters.append("A" if at in state["accepting"] else "R")
    return "".join(letters)


def open(seed):
    rng = random.Random(seed)
    while True:
        table = []
        for _ in range(STATES):
            x = rng.randrange(STATES)
            y = rng.randrange(STATES)
            table.append([x, y])
        accepting = sorted(rng.sample(range(STATES), 3))
        if _all_reachable(table) and _all_different(table, accepting):
            return {"next": table, "accepting": accepting, "asked": []}


def explore(state, text):
    next_state = {
        "next": [list(pair) for pair in state["next"]],
        "accepting": list(state["accepting"]),
        "asked": list(state["asked"]) + [text],
    }
    return {"state": next_state, "feedback": _read(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "".join(rng.choice("ab") for _ in range(QUESTION_LENGTH))
        if text in texts:
            continue
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
