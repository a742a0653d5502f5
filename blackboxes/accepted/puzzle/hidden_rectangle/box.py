import random

# all 78 pairs (a, b) with 1 <= a <= b <= 12, in the order of a, then of b
PAIRS = [(a, b) for a in range(1, 13) for b in range(a, 13)]


def new_hidden(seed):
    rng = random.Random(seed)
    top, bottom = PAIRS[rng.randrange(78)]
    left, right = PAIRS[rng.randrange(78)]
    return {"top": top, "bottom": bottom, "left": left, "right": right}


def feedback(hidden, query, turn):
    row, column = query
    row_fits = hidden["top"] <= row <= hidden["bottom"]
    column_fits = hidden["left"] <= column <= hidden["right"]
    if row_fits and column_fits:
        return "inside"
    if row_fits or column_fits:
        return "in line"
    return "neither"


def solution(hidden):
    return {name: hidden[name] for name in ("top", "bottom", "left", "right")}
