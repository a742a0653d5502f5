import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    broken = rng.sample(range(1, 37), 2)
    return {"broken": sorted(broken)}


def feedback(hidden, query, turn: int):
    # One and two broken lamps look the same.
    if any(lamp in hidden["broken"] for lamp in query):
        return "Dark"
    return "Shines"


def solution(hidden):
    return sorted(hidden["broken"])
