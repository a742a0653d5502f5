import random

HOUSES = 40


def new_hidden(seed: int):
    rng = random.Random(seed)
    f = rng.randint(1, 40)
    k = rng.randint(1, 39)
    return {"first": f, "step": k}


def feedback(hidden, query, turn: int):
    # The thief's house in this night; he moves whatever is asked.
    p = 1 + (hidden["first"] - 1 + hidden["step"] * (turn - 1)) % HOUSES
    a = abs(query - p)
    d = min(a, HOUSES - a)
    if d == 0:
        return "There"
    if d <= 3:
        return "Near"
    return "Far"


def solution(hidden):
    return {"first": hidden["first"], "step": hidden["step"]}
