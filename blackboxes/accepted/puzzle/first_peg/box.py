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
    pegs = list(hidden["pegs"])
    guess = list(query)
    # Each colour counts as often as it is in both.
    number = sum(min(pegs.count(colour), guess.count(colour)) for colour in COLOURS)
    word = "right" if guess[0] == pegs[0] else "wrong"
    return "%d, %s" % (number, word)


def solution(hidden):
    first, second, third = hidden["pegs"]
    return {"first": first, "others": sorted([second, third])}


def sample_inputs(seed: int, count: int) -> list:
    # Guesses made of the colours hidden for the same seed and of a few others,
    # for two random colours hardly ever meet a peg.
    pegs = new_hidden(seed)["pegs"]
    guesses = []
    for x in pegs:
        for y in pegs:
            if [x, y] not in guesses:
                guesses.append([x, y])
    rng = random.Random("samples %d" % seed)
    while len(guesses) < count:
        guess = [rng.choice(COLOURS), rng.choice(COLOURS)]
        kind = rng.randrange(4)
        if kind == 1:
            guess[0] = rng.choice(pegs)
        elif kind == 2:
            guess[1] = rng.choice(pegs)
        elif kind == 3:
            guess[1] = guess[0]
        guesses.append(guess)
    return guesses[:count]
