import random

SHIPS = (("C", 5), ("B", 4), ("A", 3))
SIZE = 7


def new_hidden(seed: int):
    rng = random.Random(seed)
    board = [["."] * SIZE for _ in range(SIZE)]
    for letter, n in SHIPS:
        while True:
            if rng.randrange(2) == 0:
                row = rng.randrange(SIZE)
                column = rng.randrange(SIZE + 1 - n)
                cells = [(row, column + i) for i in range(n)]
            else:
                row = rng.randrange(SIZE + 1 - n)
                column = rng.randrange(SIZE)
                cells = [(row + i, column) for i in range(n)]
            if all(board[r][c] == "." for r, c in cells):
                break
        for r, c in cells:
            board[r][c] = letter
    free = [(r, c) for r in range(SIZE) for c in range(SIZE) if board[r][c] == "."]
    for r, c in rng.sample(free, 2):
        board[r][c] = "O"
    return {"grid": ["".join(row) for row in board]}


def feedback(hidden, query, turn: int):
    row = hidden["grid"][query[0] - 1]
    what = row[query[1] - 1]
    count = sum(1 for cell in row if cell != ".")
    return f"{'water' if what == '.' else what}; row {count}"


def solution(hidden):
    return list(hidden["grid"])
