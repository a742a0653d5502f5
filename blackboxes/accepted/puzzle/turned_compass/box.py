import random

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def new_hidden(seed: int):
    rng = random.Random(seed)
    row = rng.randint(1, 20)
    column = rng.randint(1, 20)
    return {"cell": [row, column], "turned": rng.randrange(8)}


def feedback(hidden, query, turn: int):
    row, column = hidden["cell"]
    from_row, from_column = query
    if row == from_row and column == from_column:
        return "here"
    north_south = "N" if row < from_row else "S" if row > from_row else ""
    east_west = "E" if column > from_column else "W" if column < from_column else ""
    place = WINDS.index(north_south + east_west) + hidden["turned"]
    if turn % 2 == 0:
        place += 1
    return WINDS[place % 8]


def solution(hidden):
    return {"cell": list(hidden["cell"]), "turned": hidden["turned"]}
