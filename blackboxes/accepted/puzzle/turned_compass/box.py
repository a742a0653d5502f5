import random

WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def new_hidden(seed: int):
    rng = random.Random(seed)
    row = rng.randint(1, 20)
    column = rng.randint(1, 20)
    turned = rng.randrange(8)
    return {"cell": [row, column], "turned": turned}


def feedback(hidden, query, turn: int):
    treasure_row, treasure_column = hidden["cell"]
    row, column = query
    # The name of the true direction: first N or S, then E or W.
    wind = ""
    if treasure_row < row:
        wind += "N"
    elif treasure_row > row:
        wind += "S"
    if treasure_column > column:
        wind += "E"
    elif treasure_column < column:
        wind += "W"
    if wind == "":
        return "here"
    places = hidden["turned"]
    if turn % 2 == 0:
        places += 1
    return WINDS[(WINDS.index(wind) + places) % 8]


def solution(hidden):
    return {"cell": list(hidden["cell"]), "turned": hidden["turned"]}


def sample_inputs(seed: int, count: int) -> list:
    # Corners and the middle first, then all cells in a mixed order.
    cells = [[1, 1], [1, 20], [20, 1], [20, 20], [10, 10], [11, 11]]
    others = [[row, column] for row in range(1, 21) for column in range(1, 21)
              if [row, column] not in cells]
    random.Random(seed).shuffle(others)
    return (cells + others)[:count]
