import random

NAMES = ["Bandit A", "Bandit B", "Bandit C"]
# Best machine -> tenths of a chance for A, B and C.
TABLE = {"Bandit A": (7, 2, 1), "Bandit B": (2, 7, 1), "Bandit C": (1, 2, 7)}


def new_hidden(seed: int):
    rng = random.Random(seed)
    best = rng.choice(NAMES)
    return {"best": best, "draws": [rng.randrange(10) for _ in range(100)]}


def feedback(hidden, query, turn: int):
    draws = hidden["draws"]
    drawn = draws[(turn - 1) % len(draws)]
    chance = TABLE[hidden["best"]][NAMES.index(query)]
    return "Reward: 1" if drawn < chance else "Reward: 0"


def solution(hidden):
    return hidden["best"]
