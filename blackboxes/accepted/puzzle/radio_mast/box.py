import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    row = rng.randint(1, 60)
    column = rng.randint(1, 60)
    return {"mast": [row, column]}


def _squared_distance(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def feedback(hidden, query, turn: int):
    first = _squared_distance(hidden["mast"], query["first"])
    second = _squared_distance(hidden["mast"], query["second"])
    if first < second:
        return "First"
    if second < first:
        return "Second"
    return "Equal"


def solution(hidden):
    return list(hidden["mast"])


def sample_inputs(seed: int, count: int) -> list:
    rng = random.Random(seed)

    def cell():
        return [rng.randint(1, 60), rng.randint(1, 60)]

    samples = []
    for k in range(count):
        first = cell()
        kind = k % 4
        if kind == 0:
            # Mirrored at the diagonal: equally near for a mast on it.
            second = [first[1], first[0]]
        elif kind == 1:
            # In the same row.
            second = [first[0], rng.randint(1, 60)]
        elif kind == 2 and k % 8 == 2:
            # The same square twice.
            second = list(first)
        else:
            second = cell()
        samples.append({"first": first, "second": second})
    return samples
