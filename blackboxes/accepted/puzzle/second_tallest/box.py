import random


def new_hidden(seed: int):
    order = list(range(1, 10))
    random.Random(seed).shuffle(order)
    one, nine = order.index(1), order.index(9)
    # Number 1 is always taller than number 9.
    if nine < one:
        order[one], order[nine] = 9, 1
    return {"order": order}


def feedback(hidden, query, turn: int):
    # The order runs from the tallest to the shortest.
    return sorted(query, key=hidden["order"].index)[1]


def solution(hidden):
    return list(hidden["order"])
