import random


def new_hidden(seed: int):
    heavy, light = random.Random(seed).sample(range(1, 153), 2)
    return {"heavy": heavy, "light": light}


def weight(hidden, coins):
    """The weight of a pan in tenths."""
    total = 10 * len(coins)
    if hidden["heavy"] in coins:
        total += 1
    if hidden["light"] in coins:
        total -= 1
    return total


def feedback(hidden, query, turn: int):
    left = weight(hidden, query["left"])
    right = weight(hidden, query["right"])
    if left > right:
        return "Left"
    if right > left:
        return "Right"
    return "Equal"


def solution(hidden):
    return {"heavy": hidden["heavy"], "light": hidden["light"]}


def sample_inputs(seed: int, count: int) -> list:
    rng = random.Random(seed)
    result = []
    for i in range(count):
        size = rng.randint(1, 76)
        # Mostly pans of equal size, where the two odd coins decide.
        other = size if i % 4 else rng.randint(1, 76)
        coins = rng.sample(range(1, 153), size + other)
        result.append({"left": sorted(coins[:size]), "right": sorted(coins[size:])})
    return result
