import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    n = rng.randint(1, 1000)
    p = rng.randint(1, 3)
    return {"number": n, "first_lie": p}


def feedback(hidden, query, turn: int):
    larger = hidden["number"] > query
    # Since p is at most 3, no turn before p leaves the remainder 0.
    lie = (turn - hidden["first_lie"]) % 3 == 0
    return "yes" if larger != lie else "no"


def solution(hidden):
    return hidden["number"]
