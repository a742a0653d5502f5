import random


def new_hidden(seed: int):
    order = list(range(1, 10))
    random.Random(seed).shuffle(order)
    tall = order.index(1)
    short = order.index(9)
    if short < tall:
        # 1 is always taller than 9: the two change places, all others stay.
        order[short], order[tall] = 1, 9
    return {"order": order}


def feedback(hidden, query, turn: int):
    # The named people from the tallest to the shortest; the middle one is told.
    named = [person for person in hidden["order"] if person in query]
    return named[1]


def solution(hidden):
    return list(hidden["order"])
