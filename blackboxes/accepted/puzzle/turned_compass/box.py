import random

SIZE = 30

# The eight winds, clockwise.
WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def new_hidden(seed: int):
    rng = random.Random(seed)
    row = rng.randint(1, SIZE)
    column = rng.randint(1, SIZE)
    turned = rng.randrange(8)
    return {"cell": [row, column], "turned": turned}


def _true_wind(treasure, cell):
    """Name of the direction of the treasure from another cell."""
    north_south = ""
    if treasure[0] < cell[0]:
        north_south = "N"
    elif treasure[0] > cell[0]:
        north_south = "S"
    east_west = ""
    if treasure[1] > cell[1]:
        east_west = "E"
    elif treasure[1] < cell[1]:
        east_west = "W"
    return north_south + east_west


def feedback(hidden, query, turn: int):
    treasure = hidden["cell"]
    if query[0] == treasure[0] and query[1] == treasure[1]:
        return "here"
    place = WINDS.index(_true_wind(treasure, query)) + hidden["turned"]
    if turn % 2 == 0:
        # One place further in turns with an even number.
        place += 1
    shown = WINDS[place % 8]
    # The letters E and W are worn off.
    left = shown.replace("E", "").replace("W", "")
    return left if left else "-"


def solution(hidden):
    return {"cell": list(hidden["cell"]), "turned": hidden["turned"]}


def sample_inputs(seed: int, count: int) -> list:
    # Cells in the treasure's row and column, its neighbours and its own cell
    # (for the hidden part of the same seed), then corners and random cells.
    row, column = new_hidden(seed)["cell"]
    rng = random.Random("samples %d" % seed)
    cells = [[row, column]]
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            r, c = row + down, column + right
            if (down or right) and 1 <= r <= SIZE and 1 <= c <= SIZE:
                cells.append([r, c])
    cells += [[1, 1], [1, SIZE], [SIZE, 1], [SIZE, SIZE]]
    while len(cells) < count:
        kind = rng.randrange(3)
        r, c = rng.randint(1, SIZE), rng.randint(1, SIZE)
        if kind == 1:
            r = row
        elif kind == 2:
            c = column
        cells.append([r, c])
    return cells[:count]
