import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    bolts = list(range(1, 9))
    rng.shuffle(bolts)
    nuts = list(range(1, 9))
    rng.shuffle(nuts)
    return {"bolts": bolts, "nuts": nuts}


def compare(bolt_size, nut_size):
    """How the nut is for the bolt."""
    if nut_size < bolt_size:
        return "small"
    if nut_size > bolt_size:
        return "large"
    return "equal"


def feedback(hidden, query, turn: int):
    bolts, nuts = hidden["bolts"], hidden["nuts"]
    return ", ".join(compare(bolts[bolt - 1], nuts[nut - 1]) for bolt, nut in query)


def solution(hidden):
    return [hidden["nuts"].index(size) + 1 for size in hidden["bolts"]]
