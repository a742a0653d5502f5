import random

SIZE = 7
SHIPS = [("C", 5), ("B", 4), ("A", 3)]  # in the order in which they are drawn


def _draw_ship(rng, n):
    """The cells of a ship of n cells, counted from 0."""
    across = rng.randrange(2) == 0
    if across:
        row = rng.randrange(SIZE)
        column = rng.randrange(SIZE + 1 - n)
        return [(row, column + k) for k in range(n)]
    row = rng.randrange(SIZE + 1 - n)
    column = rng.randrange(SIZE)
    return [(row + k, column) for k in range(n)]


def new_hidden(seed):
    rng = random.Random(seed)
    board = [["."] * SIZE for _ in range(SIZE)]
    for letter, n in SHIPS:
        cells = _draw_ship(rng, n)
        # a ship on a taken cell is drawn again, its direction included
        while any(board[row][column] != "." for row, column in cells):
            cells = _draw_ship(rng, n)
        for row, column in cells:
            board[row][column] = letter
    free = [
        (row, column)
        for row in range(SIZE)
        for column in range(SIZE)
        if board[row][column] == "."
    ]
    for row, column in rng.sample(free, 2):
        board[row][column] = "O"
    return {"grid": ["".join(line) for line in board]}


def feedback(hidden, query, turn):
    row, column = query
    line = hidden["grid"][row - 1]
    cell = line[column - 1]
    there = "water" if cell == "." else cell
    taken = sum(1 for character in line if character != ".")
    return f"{there}; row {taken}"


def solution(hidden):
    return list(hidden["grid"])
