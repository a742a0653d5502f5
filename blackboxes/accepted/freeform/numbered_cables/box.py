import random

# State: the list of the fifteen cables, each [p, q, n]. It never changes.


def open(seed):
    rng = random.Random(seed)
    sockets = list(range(1, 31))
    rng.shuffle(sockets)
    cables = []
    for i in range(15):
        n = rng.randint(1, 9)
        cables.append([sockets[2 * i], sockets[2 * i + 1], n])
    return cables


def _result(state, text):
    """The exit socket and the result for one text of digits."""
    entry = int(text[-2:]) % 30
    if entry == 0:
        entry = 30
    front = text[:-2]
    value = int(front) if front else 0
    for p, q, n in state:
        if p == entry:
            return q, value + n
        if q == entry:
            return p, value + n


def explore(state, text):
    exit_socket, result = _result(state, text)
    feedback = "socket " + str(exit_socket) + ", number " + str(result)
    return {"state": [list(cable) for cable in state], "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    asked = []
    for _ in range(count):
        s = rng.randint(1, 30)
        m = rng.randint(0, 999)
        text = str(m) + format(s, "02d")
        exit_socket, result = _result(state, text)
        asked.append({
            "prompt": "You type " + text + ". Result?",
            "answer": [exit_socket, result],
            "comparator": "sequence",
        })
    return asked
