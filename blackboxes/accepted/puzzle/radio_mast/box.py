import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    row = rng.randint(1, 60)
    column = rng.randint(1, 60)
    return {"mast": [row, column]}


def _squared_distance(cell, mast):
    rows = cell[0] - mast[0]
    columns = cell[1] - mast[1]
    return rows * rows + columns * columns


def feedback(hidden, query, turn: int):
    mast = hidden["mast"]
    first = _squared_distance(query["first"], mast)
    second = _squared_distance(query["second"], mast)
    if first < second:
        return "First"
    if second < first:
        return "Second"
    return "Equal"


def solution(hidden):
    return list(hidden["mast"])


def sample_inputs(seed: int, count: int) -> list:
    rng = random.Random(seed)
    result = []
    for number in range(count):
        first = [rng.randint(1, 60), rng.randint(1, 60)]
        kind = number % 4
        if kind == 0:
            second = [rng.randint(1, 60), rng.randint(1, 60)]
        elif kind == 1:
            second = [first[0], rng.randint(1, 60)]  # same row
        elif kind == 2:
            second = [rng.randint(1, 60), first[1]]  # same column
        else:
            second = list(first)  # the same square twice
        result.append({"first": first, "second": second})
    return result
