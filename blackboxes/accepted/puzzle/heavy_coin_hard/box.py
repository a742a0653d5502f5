import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    coin = rng.randint(1, 100)
    lies = [rng.randint(1, 10) for _ in range(10)]
    return {"coin": coin, "lies": lies}


def feedback(hidden, query, turn: int):
    left, right = query["left"], query["right"]
    coin = hidden["coin"]
    # Pans with different numbers of coins never weigh the same.
    balanced = len(left) == len(right) and coin not in left and coin not in right
    # Blocks of ten turns; in one turn of each block the feedback is wrong.
    block, place = divmod(turn - 1, 10)
    lies = hidden["lies"]
    if lies[block % len(lies)] == place + 1:
        balanced = not balanced
    return "Balance" if balanced else "Imbalance"


def solution(hidden):
    return hidden["coin"]


def sample_inputs(seed: int, count: int) -> list:
    rng = random.Random(seed)
    result = []
    for i in range(count):
        size = rng.randint(1, 50)
        # Mostly pans of equal size, for only these can balance.
        other = size if i % 4 else rng.randint(1, 50)
        coins = rng.sample(range(1, 101), size + other)
        result.append({"left": sorted(coins[:size]), "right": sorted(coins[size:])})
    return result
