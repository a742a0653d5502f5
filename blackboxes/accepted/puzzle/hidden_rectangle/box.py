import random

# The 300 pairs (a, b) with 1 <= a <= b <= 24, in the order of a and then of b.
PAIRS = [(a, b) for a in range(1, 25) for b in range(a, 25)]


def new_hidden(seed: int):
    rng = random.Random(seed)
    top, bottom = PAIRS[rng.randrange(300)]
    left, right = PAIRS[rng.randrange(300)]
    return {"top": top, "bottom": bottom, "left": left, "right": right}


def feedback(hidden, query, turn: int):
    row, column = query
    in_rows = hidden["top"] <= row <= hidden["bottom"]
    in_columns = hidden["left"] <= column <= hidden["right"]
    if in_rows and in_columns:
        return "inside"
    if in_rows or in_columns:
        return "in line"
    return "neither"


def solution(hidden):
    return {name: hidden[name] for name in ("top", "bottom", "left", "right")}
