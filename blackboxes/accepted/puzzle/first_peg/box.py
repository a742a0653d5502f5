import random

COLOURS = [
    "red", "blue", "green", "yellow", "white", "black", "orange", "purple",
    "brown", "pink", "grey", "silver", "gold", "turquoise", "olive", "maroon",
    "ivory", "lilac", "copper", "navy", "teal", "cream",
]


def new_hidden(seed: int):
    rng = random.Random(seed)
    return {"pegs": [rng.choice(COLOURS) for _ in range(3)]}


def feedback(hidden, query, turn: int):
    # No hidden peg is counted twice.
    free = list(hidden["pegs"])
    number = 0
    for colour in query:
        if colour in free:
            free.remove(colour)
            number += 1
    word = "right" if query[0] == hidden["pegs"][0] else "wrong"
    return f"{number}, {word}"


def solution(hidden):
    pegs = hidden["pegs"]
    return {"first": pegs[0], "others": sorted(pegs[1:])}
