import random


def new_hidden(seed):
    rng = random.Random(seed)
    coin = rng.randint(1, 100)
    lies = [rng.randint(1, 10) for _ in range(10)]
    return {"coin": coin, "lies": lies}


def feedback(hidden, query, turn):
    left, right = query["left"], query["right"]
    coin = hidden["coin"]
    balance = len(left) == len(right) and coin not in left and coin not in right
    # blocks of ten turns; after the tenth block the list begins anew
    block = (turn - 1) // 10 % 10
    place = (turn - 1) % 10 + 1
    if place == hidden["lies"][block]:
        balance = not balance
    return "Balance" if balance else "Imbalance"


def solution(hidden):
    return hidden["coin"]
