import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    heavy, light = rng.sample(range(1, 153), 2)
    return {"heavy": heavy, "light": light}


def _weight(hidden, coins) -> int:
    """The weight of the coins in tenths."""
    total = 0
    for coin in coins:
        if coin == hidden["heavy"]:
            total += 11
        elif coin == hidden["light"]:
            total += 9
        else:
            total += 10
    return total


def feedback(hidden, query, turn: int):
    left = _weight(hidden, query["left"])
    right = _weight(hidden, query["right"])
    if left > right:
        return "Left"
    if right > left:
        return "Right"
    return "Equal"


def solution(hidden):
    return {"heavy": hidden["heavy"], "light": hidden["light"]}


def sample_inputs(seed: int, count: int) -> list:
    queries = [
        {"left": list(range(1, 77)), "right": list(range(77, 153))},
        {"left": list(range(1, 52)), "right": list(range(52, 103))},
        {"left": [1], "right": [152]},
        {"left": [1, 2], "right": [3]},
    ]
    # Then mixed sets of equal size, and now and then one coin more.
    rng = random.Random(seed)
    while len(queries) < count:
        size = rng.randint(1, 75)
        extra = rng.choice([0, 0, 0, 1])
        coins = rng.sample(range(1, 153), 2 * size + extra)
        queries.append({"left": sorted(coins[:size + extra]),
                        "right": sorted(coins[size + extra:])})
    return queries[:count]
