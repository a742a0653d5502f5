import random

BANDITS = ["Bandit A", "Bandit B", "Bandit C"]

# Ten times the chance of a reward: CHANCES[best][pulled].
CHANCES = {
    "Bandit A": {"Bandit A": 7, "Bandit B": 2, "Bandit C": 1},
    "Bandit B": {"Bandit A": 2, "Bandit B": 7, "Bandit C": 1},
    "Bandit C": {"Bandit A": 1, "Bandit B": 2, "Bandit C": 7},
}


def new_hidden(seed: int):
    rng = random.Random(seed)
    best = rng.choice(BANDITS)
    draws = [rng.randrange(10) for _ in range(100)]
    return {"best": best, "draws": draws}


def feedback(hidden, query, turn: int):
    draws = hidden["draws"]
    draw = draws[(turn - 1) % len(draws)]
    return "Reward: 1" if draw < CHANCES[hidden["best"]][query] else "Reward: 0"


def solution(hidden):
    return hidden["best"]
