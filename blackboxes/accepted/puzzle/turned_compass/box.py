import random

DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def new_hidden(seed: int):
    rng = random.Random(seed)
    row = rng.randint(1, 30)
    column = rng.randint(1, 30)
    turned = rng.randrange(8)
    return {"cell": [row, column], "turned": turned}


def feedback(hidden, query, turn: int):
    row, column = hidden["cell"]
    query_row, query_column = query
    if row == query_row and column == query_column:
        return "here"
    # Row 1 is the northern edge, column 1 the western one.
    name = ""
    if row < query_row:
        name += "N"
    elif row > query_row:
        name += "S"
    if column > query_column:
        name += "E"
    elif column < query_column:
        name += "W"
    # In turns with an even number the compass is off by one eighth more.
    off = hidden["turned"] + (1 if turn % 2 == 0 else 0)
    shown = DIRECTIONS[(DIRECTIONS.index(name) + off) % 8]
    # The letters E and W are worn off.
    return shown.replace("E", "").replace("W", "") or "-"


def solution(hidden):
    return {"cell": list(hidden["cell"]), "turned": hidden["turned"]}
