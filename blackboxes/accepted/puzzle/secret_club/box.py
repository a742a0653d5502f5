import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    return {"members": sorted(rng.sample(range(1, 15), 6))}


def feedback(hidden, query, turn: int):
    members = hidden["members"]
    invited_members = sum(1 for friend in query if friend in members)
    return "yes" if invited_members >= 2 else "no"


def solution(hidden):
    return list(hidden["members"])


def sample_inputs(seed: int, count: int) -> list:
    rng = random.Random(seed)
    return [sorted(rng.sample(range(1, 15), 3)) for _ in range(count)]
