import random


def new_hidden(seed: int):
    return {"number": random.Random(seed).randint(0, 100)}


def feedback(hidden, query, turn: int):
    # A distance of exactly 15 is still Close.
    return "Far" if abs(query - hidden["number"]) > 15 else "Close"


def solution(hidden):
    return hidden["number"]


def sample_inputs(seed: int, count: int) -> list:
    edges = [0, 100, 50, 15, 16, 84, 85, 1, 99]
    rest = [n for n in range(101) if n not in edges]
    random.Random(seed).shuffle(rest)
    return (edges + rest)[:max(0, count)]
