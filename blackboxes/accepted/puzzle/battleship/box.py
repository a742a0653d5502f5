import random


def new_hidden(seed: int):
    rng = random.Random(seed)
    board = [["."] * 7 for _ in range(7)]
    for ship, n in (("C", 5), ("B", 4), ("A", 3)):
        while True:
            across = rng.randrange(2) == 0
            if across:
                row = rng.randrange(7)
                column = rng.randrange(8 - n)
                cells = [(row, column + i) for i in range(n)]
            else:
                row = rng.randrange(8 - n)
                column = rng.randrange(7)
                cells = [(row + i, column) for i in range(n)]
            if all(board[r][c] == "." for r, c in cells):
                break
        for r, c in cells:
            board[r][c] = ship
    water = [(r, c) for r in range(7) for c in range(7) if board[r][c] == "."]
    for r, c in rng.sample(water, 2):
        board[r][c] = "O"
    return {"grid": ["".join(row) for row in board]}


def feedback(hidden, query, turn: int):
    row, column = query
    line = hidden["grid"][row - 1]
    mark = line[column - 1]
    what = "water" if mark == "." else mark
    return f"{what}; row {7 - line.count('.')}"


def solution(hidden):
    return list(hidden["grid"])
