import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    return {"broken": sorted(rng.sample(range(1, 37), 2))}


def feedback(hidden, query, turn: int):
    broken = hidden["broken"]
    # In series: one broken lamp keeps the whole chain dark.
    if any(lamp in broken for lamp in query):
        return "Dark"
    return "Shines"


def solution(hidden):
    return list(hidden["broken"])


def sample_inputs(seed: int, count: int) -> list:
    # Chains of one to four lamps in turn.
    rng = random.Random(seed)
    return [sorted(rng.sample(range(1, 37), 1 + k % 4)) for k in range(count)]
