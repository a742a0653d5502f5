import random


def new_hidden(seed: int):
    heavy, light = random.Random(seed).sample(range(1, 153), 2)
    return {"heavy": heavy, "light": light}


def _weight(hidden, coins):
    """The weight of a pan in tenths."""
    return 10 * len(coins) + (hidden["heavy"] in coins) - (hidden["light"] in coins)


def feedback(hidden, query, turn: int):
    left, right = _weight(hidden, query["left"]), _weight(hidden, query["right"])
    if left > right:
        return "Left"
    return "Right" if right > left else "Equal"


def solution(hidden):
    return {"heavy": hidden["heavy"], "light": hidden["light"]}
