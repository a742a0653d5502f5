import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    a = rng.randint(1, 8)
    m = rng.randint(1, 126)
    kinds = []
    for number in range(1, 9):
        if number == a:
            kinds.append("alternating")
        else:
            # The lowest binary digit of m belongs to the first of the seven.
            kinds.append("liar" if m % 2 == 1 else "truthful")
            m //= 2
    return {"kinds": kinds}


def feedback(hidden, query, turn: int):
    kinds = hidden["kinds"]
    asked, about = query
    kind = kinds[asked - 1]
    # Only somebody who always lies is a liar.
    truth = kinds[about - 1] == "liar"
    lies = kind == "liar" or (kind == "alternating" and turn % 2 == 0)
    return "yes" if truth != lies else "no"


def solution(hidden):
    return list(hidden["kinds"])
