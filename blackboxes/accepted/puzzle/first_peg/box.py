import random

COLOURS = ["red", "blue", "green", "yellow", "white", "black"]


def new_hidden(seed: int):
    rng = random.Random(seed)
    return {"pegs": [rng.choice(COLOURS) for _ in range(3)]}


def feedback(hidden, query, turn: int):
    pegs = hidden["pegs"]
    guess = list(query)
    # No hidden peg is counted twice: the smaller of both counts.
    number = sum(min(pegs.count(colour), guess.count(colour))
                 for colour in COLOURS)
    word = "right" if guess[0] == pegs[0] else "wrong"
    return f"{number}, {word}"


def solution(hidden):
    first, second, third = hidden["pegs"]
    return {"first": first, "others": sorted([second, third])}


def sample_inputs(seed: int, count: int) -> list:
    # All 216 guesses, in a mixed order that the seed fixes.
    guesses = [[a, b, c] for a in COLOURS for b in COLOURS for c in COLOURS]
    random.Random(seed).shuffle(guesses)
    return guesses[:count]
