import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    number = rng.randint(1, 1000)
    first_lie = rng.randint(1, 3)
    return {"number": number, "first_lie": first_lie}


def feedback(hidden, query, turn: int):
    larger = hidden["number"] > query
    # t - p is never below -2, so no lie comes before the first one.
    lie = (turn - hidden["first_lie"]) % 3 == 0
    return "yes" if larger != lie else "no"


def solution(hidden):
    return hidden["number"]


def sample_inputs(seed: int, count: int) -> list:
    # Both ends of the range first, then random queries.
    rng = random.Random(seed)
    samples = [1, 1000, 500, 999, 2]
    while len(samples) < count:
        samples.append(rng.randint(1, 1000))
    return samples[:max(count, 0)]
