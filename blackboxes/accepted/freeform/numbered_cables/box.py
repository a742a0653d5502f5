import random


def _result(cables, text):
    """The exit socket and the number for a text of digits."""
    entry = int(text[-2:]) % 30
    if entry == 0:
        entry = 30
    value = int(text[:-2]) if len(text) > 2 else 0
    exit_socket = 0
    number = 0
    for p, q, n in cables:
        if entry in (p, q):
            exit_socket = q if entry == p else p
            number = value + n
    return exit_socket, number


def open(seed):
    rng = random.Random(seed)
    sockets = list(range(1, 31))
    rng.shuffle(sockets)
    return [
        [sockets[2 * i], sockets[2 * i + 1], rng.randint(1, 9)]
        for i in range(15)
    ]


def explore(state, text):
    exit_socket, number = _result(state, text)
    return {
        "state": [list(cable) for cable in state],
        "feedback": f"socket {exit_socket}, number {number}",
    }


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        n = rng.randint(1, 5)
        text = "".join([rng.choice("0123456789") for _ in range(n)])
        exit_socket, number = _result(state, text)
        result.append({
            "prompt": f"You type {text}. Result?",
            "answer": [exit_socket, number],
            "comparator": "sequence",
        })
    return result
