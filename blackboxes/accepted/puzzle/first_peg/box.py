import random

COLOURS = ["red", "blue", "green", "yellow", "white", "black"]


def new_hidden(seed: int):
    rng = random.Random(seed)
    return {"pegs": [rng.choice(COLOURS) for _ in range(3)]}


def feedback(hidden, query, turn: int):
    pegs = hidden["pegs"]
    number = sum(min(pegs.count(colour), query.count(colour)) for colour in COLOURS)
    return f"{number}, {'right' if query[0] == pegs[0] else 'wrong'}"


def solution(hidden):
    first, *others = hidden["pegs"]
    return {"first": first, "others": sorted(others)}
