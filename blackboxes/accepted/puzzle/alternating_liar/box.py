import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    alternating = rng.randint(1, 8)
    m = rng.randint(1, 126)
    kinds = []
    place = 0
    for number in range(1, 9):
        if number == alternating:
            kinds.append("alternating")
            continue
        kinds.append("liar" if m >> place & 1 else "truthful")
        place += 1
    return {"kinds": kinds}


def feedback(hidden, query, turn: int):
    asked, about = query
    kinds = hidden["kinds"]
    true = kinds[about - 1] == "liar"
    kind = kinds[asked - 1]
    honest = kind == "truthful" or (kind == "alternating" and turn % 2 == 1)
    return "yes" if true == honest else "no"


def solution(hidden):
    return list(hidden["kinds"])
