"""Three hidden pegs; a guess names a colour for the first peg and another colour."""

import random

# The order matters: the pegs are drawn from this list.
COLOURS = [
    "red", "blue", "green", "yellow", "white", "black", "orange", "purple",
    "brown", "pink", "grey", "silver", "gold", "turquoise", "olive", "maroon",
    "ivory", "lilac", "copper", "navy", "teal", "cream",
]


def new_hidden(seed: int) -> dict:
    rng = random.Random(seed)
    return {"pegs": [rng.choice(COLOURS) for _ in range(3)]}


def feedback(hidden, query, turn: int) -> str:
    pegs = list(hidden["pegs"])
    guess = list(query)
    # Each colour counts as often as it is in both, wherever it stands.
    number = sum(min(pegs.count(colour), guess.count(colour)) for colour in COLOURS)
    word = "right" if guess[0] == pegs[0] else "wrong"
    return f"{number}, {word}"


def solution(hidden) -> dict:
    pegs = hidden["pegs"]
    return {"first": pegs[0], "others": sorted(pegs[1:])}
