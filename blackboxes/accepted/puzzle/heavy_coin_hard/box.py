import random


def new_hidden(seed):
    rng = random.Random(seed)
    coin = rng.randint(1, 16)
    lies = [rng.randint(1, 10) for _ in range(10)]
    return {"coin": coin, "lies": lies}


def feedback(hidden, query, turn):
    imbalance = hidden["coin"] in query
    # After 100 turns the list of lies begins anew.
    block = (turn - 1) // 10 % len(hidden["lies"])
    turn_in_block = (turn - 1) % 10 + 1
    if turn_in_block == hidden["lies"][block]:
        imbalance = not imbalance
    return "Imbalance" if imbalance else "Balance"


def solution(hidden):
    return hidden["coin"]


def sample_inputs(seed, count):
    samples = [
        [1],
        [16],
        list(range(1, 17)),
        list(range(1, 9)),
        list(range(9, 17)),
        [1, 3, 5, 7, 9, 11, 13, 15],
        [1, 2, 5, 6, 9, 10, 13, 14],
    ]
    rng = random.Random(seed)
    while len(samples) < count:
        size = rng.randint(1, 16)
        samples.append(sorted(rng.sample(range(1, 17), size)))
    return samples[:count]
