import random


def introduction():
    return "This black-box is an automaton with six states."


def _all_reachable(transitions):
    reached = [0]
    for state in reached:  # the list grows while it is read
        for following in transitions[state]:
            if following not in reached:
                reached.append(following)
    return len(reached) == 6


def _all_different(transitions, accepting):
    # Refine the classes until their number no longer grows.
    classes = [1 if state in accepting else 0 for state in range(6)]
    while True:
        signatures = [
            (classes[state], classes[transitions[state][0]], classes[transitions[state][1]])
            for state in range(6)
        ]
        numbers = {signature: i for i, signature in enumerate(sorted(set(signatures)))}
        refined = [numbers[signature] for signature in signatures]
        if len(numbers) == len(set(classes)):
            return len(numbers) == 6
        classes = refined


def open(seed):
    rng = random.Random(seed)
    while True:
        # Drawn in the order x0, y0, x1, y1, ...
        transitions = []
        for _ in range(6):
            after_a = rng.randrange(6)
            after_b = rng.randrange(6)
            transitions.append([after_a, after_b])
        accepting = sorted(rng.sample(range(6), 3))
        if _all_reachable(transitions) and _all_different(transitions, accepting):
            return {"next": transitions, "accepting": accepting, "asked": []}


def _reply(state, text):
    current = 0
    letters = []
    for letter in text:
        current = state["next"][current][0 if letter == "a" else 1]
        letters.append("A" if current in state["accepting"] else "R")
    return "".join(letters)


def explore(state, text):
    following = {
        "next": [list(pair) for pair in state["next"]],
        "accepting": list(state["accepting"]),
        "asked": state["asked"] + [text],
    }
    return {"state": following, "feedback": _reply(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    texts = []
    while len(texts) < count:
        text = "".join([rng.choice("ab") for _ in range(12)])
        # Skipped if its answer was already seen as the beginning of a reply.
        if text in texts or any(asked.startswith(text) for asked in state["asked"]):
            continue
        texts.append(text)
    return [
        {
            "prompt": "What comes back for this text? " + text,
            "answer": _reply(state, text),
            "comparator": "text",
        }
        for text in texts
    ]
