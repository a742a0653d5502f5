import random


def new_hidden(seed):
    rng = random.Random(seed)
    bolts = list(range(1, 9))
    rng.shuffle(bolts)
    nuts = list(range(1, 9))
    rng.shuffle(nuts)
    return {"bolts": bolts, "nuts": nuts}


def feedback(hidden, query, turn):
    words = []
    for bolt, nut in query:
        bolt_size = hidden["bolts"][bolt - 1]
        nut_size = hidden["nuts"][nut - 1]
        # The word says what the nut is for the bolt.
        if nut_size < bolt_size:
            words.append("small")
        elif nut_size > bolt_size:
            words.append("large")
        else:
            words.append("equal")
    return ", ".join(words)


def solution(hidden):
    return [hidden["nuts"].index(size) + 1 for size in hidden["bolts"]]


def sample_inputs(seed, count):
    samples = [
        [[1, 1], [1, 1], [1, 1]],
        [[1, 8], [8, 1], [8, 8]],
        [[2, 3], [3, 2], [2, 3]],
    ]
    rng = random.Random(seed)
    while len(samples) < count:
        samples.append([[rng.randint(1, 8), rng.randint(1, 8)] for _ in range(3)])
    return samples[:count]
