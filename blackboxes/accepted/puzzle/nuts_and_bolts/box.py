import random


def new_hidden(seed):
    rng = random.Random(seed)
    bolts = list(range(1, 9))
    rng.shuffle(bolts)
    # the nuts begin from the list 1 to 8 again, with the same rng
    nuts = list(range(1, 9))
    rng.shuffle(nuts)
    return {"bolts": bolts, "nuts": nuts}


def _compare(bolt_size, nut_size):
    """What the nut is for the bolt."""
    if nut_size < bolt_size:
        return "small"
    if nut_size > bolt_size:
        return "large"
    return "equal"


def feedback(hidden, query, turn):
    words = []
    for bolt, nut in query:
        words.append(_compare(hidden["bolts"][bolt - 1], hidden["nuts"][nut - 1]))
    return ", ".join(words)


def solution(hidden):
    # for each bolt the number of the nut of the same size
    return [hidden["nuts"].index(size) + 1 for size in hidden["bolts"]]
