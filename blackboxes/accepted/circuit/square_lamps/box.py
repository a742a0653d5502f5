# The switches of each lamp, numbered as in the description (from 1).
LINES = [
    (1, 2, 3),
    (4, 5, 6),
    (7, 8, 9),
    (1, 4, 7),
    (2, 5, 8),
    (3, 6, 9),
    (1, 5, 9),
    (3, 5, 7),
]


def describe() -> dict:
    return {"inputs": 9, "gates": 8}


def blackbox(bits: list[int]) -> list[int]:
    return [1 if sum(bits[i - 1] for i in line) == 1 else 0 for line in LINES]
