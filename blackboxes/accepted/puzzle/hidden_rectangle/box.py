import random

SIZE = 24

# All pairs (a, b) with 1 <= a <= b <= 24, in the order of a, then of b.
PAIRS = tuple((a, b) for a in range(1, SIZE + 1) for b in range(a, SIZE + 1))


def new_hidden(seed: int):
    rng = random.Random(seed)
    top, bottom = PAIRS[rng.randrange(len(PAIRS))]
    left, right = PAIRS[rng.randrange(len(PAIRS))]
    return {"top": top, "bottom": bottom, "left": left, "right": right}


def feedback(hidden, query, turn: int):
    row, column = query
    row_fits = hidden["top"] <= row <= hidden["bottom"]
    column_fits = hidden["left"] <= column <= hidden["right"]
    if row_fits and column_fits:
        return "inside"
    if row_fits or column_fits:
        return "in line"
    return "neither"


def solution(hidden):
    return {
        "top": hidden["top"],
        "bottom": hidden["bottom"],
        "left": hidden["left"],
        "right": hidden["right"],
    }
