import random


def open(seed: int):
    rng = random.Random(seed)
    sockets = list(range(1, 31))
    rng.shuffle(sockets)
    # The added numbers are drawn after the shuffle, in the order of the cables.
    return [[sockets[2 * i], sockets[2 * i + 1], rng.randint(1, 9)] for i in range(15)]


def passage(state, text):
    """The exit socket and the result for one text."""
    # The remainder 0 stands for the thirtieth socket.
    entry = int(text[-2:]) % 30 or 30
    value = int(text[:-2] or "0")
    for p, q, n in state:
        if entry == p:
            return q, value + n
        if entry == q:
            return p, value + n


def explore(state, text: str) -> dict:
    socket, number = passage(state, text)
    return {"state": state, "feedback": f"socket {socket}, number {number}"}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        s = rng.randint(1, 30)
        m = rng.randint(0, 999)
        text = f"{m}{s:02d}"
        socket, number = passage(state, text)
        result.append({
            "prompt": f"You type {text}. Result?",
            "answer": [socket, number],
            "comparator": "sequence",
        })
    return result
