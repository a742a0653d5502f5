import random

MACHINES = ["Bandit A", "Bandit B", "Bandit C"]

# for each best machine, the numbers of the machines in tenths
TABLE = {
    "Bandit A": {"Bandit A": 7, "Bandit B": 2, "Bandit C": 1},
    "Bandit B": {"Bandit A": 2, "Bandit B": 7, "Bandit C": 1},
    "Bandit C": {"Bandit A": 1, "Bandit B": 2, "Bandit C": 7},
}


def new_hidden(seed):
    rng = random.Random(seed)
    best = rng.choice(MACHINES)
    draws = [rng.randrange(10) for _ in range(100)]
    return {"best": best, "draws": draws}


def feedback(hidden, query, turn):
    draws = hidden["draws"]
    # turns count from 1; the list may have any length
    draw = draws[(turn - 1) % len(draws)]
    reward = 1 if draw < TABLE[hidden["best"]][query] else 0
    return f"Reward: {reward}"


def solution(hidden):
    return hidden["best"]
