import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    alternating = rng.randint(1, 8)
    m = rng.randint(1, 126)
    kinds = []
    digit = 0  # the place of the next binary digit of m, lowest first
    for number in range(1, 9):
        if number == alternating:
            kinds.append("alternating")
            continue
        kinds.append("liar" if (m >> digit) & 1 else "truthful")
        digit += 1
    return {"kinds": kinds}


def feedback(hidden, query, turn: int):
    asked, about = query
    kinds = hidden["kinds"]
    # Only the kind "liar" counts as a liar, whatever the turn.
    answer = kinds[about - 1] == "liar"
    kind = kinds[asked - 1]
    if kind == "liar" or (kind == "alternating" and turn % 2 == 0):
        answer = not answer
    return "yes" if answer else "no"


def solution(hidden):
    return list(hidden["kinds"])


def sample_inputs(seed: int, count: int) -> list:
    # All 56 ordered pairs, in a mixed order that the seed fixes.
    pairs = [[p, q] for p in range(1, 9) for q in range(1, 9) if p != q]
    random.Random(seed).shuffle(pairs)
    return pairs[:count]
