import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    return {"members": sorted(rng.sample(range(1, 15), 6))}


def feedback(hidden, query, turn: int):
    invited = sum(1 for friend in query if friend in hidden["members"])
    return "yes" if invited >= 2 else "no"


def solution(hidden):
    return sorted(hidden["members"])
