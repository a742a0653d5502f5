import random

STATES = 6


def _all_reachable(table) -> bool:
    seen = [False] * STATES
    seen[0] = True
    stack = [0]
    while stack:
        here = stack.pop()
        for there in table[here]:
            if not seen[there]:
                seen[there] = True
                stack.append(there)
    return all(seen)


def _all_distinguishable(table, accepting) -> bool:
    # Refine the partition into accepting and other states until it is stable;
    # all states differ exactly if every state ends in a class of its own.
    classes = [1 if s in accepting else 0 for s in range(STATES)]
    number = len(set(classes))
    while True:
        numbers = {}
        refined = []
        for s in range(STATES):
            key = (classes[s], classes[table[s][0]], classes[table[s][1]])
            if key not in numbers:
                numbers[key] = len(numbers)
            refined.append(numbers[key])
        classes = refined
        if len(numbers) == number:
            return number == STATES
        number = len(numbers)


def _feedback(state, text: str) -> str:
    table = state["next"]
    accepting = state["accepting"]
    here = 0
    letters = []
    for letter in text:
        here = table[here][0 if letter == "a" else 1]
        letters.append("A" if here in accepting else "R")
    return "".join(letters)


def open(seed: int):
    rng = random.Random(seed)
    while True:
        table = []
        for _ in range(STATES):
            x = rng.randrange(6)
            y = rng.randrange(6)
            table.append([x, y])
        accepting = sorted(rng.sample(range(6), 3))
        if _all_reachable(table) and _all_distinguishable(table, accepting):
            return {"next": table, "accepting": accepting, "asked": []}


def explore(state, text: str) -> dict:
    following = {
        "next": [list(row) for row in state["next"]],
        "accepting": list(state["accepting"]),
        "asked": list(state["asked"]) + [text],
    }
    return {"state": following, "feedback": _feedback(state, text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    asked = state["asked"]
    texts = []
    while len(texts) < count:
        text = "".join([rng.choice("ab") for _ in range(12)])
        if text in texts:
            continue
        # the feedback on a longer text that begins with it would tell the answer
        if any(old.startswith(text) for old in asked):
            continue
        texts.append(text)
    return [
        {
            "prompt": "What comes back for this text? " + text,
            "answer": _feedback(state, text),
            "comparator": "text",
        }
        for text in texts
    ]
