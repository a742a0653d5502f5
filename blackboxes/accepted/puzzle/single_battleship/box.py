import random

LINES = [f"Row {i}" for i in range(1, 10)] + [f"Column {i}" for i in range(1, 10)]


def new_hidden(seed: int):
    return {"ship": random.Random(seed).choice(LINES)}


def feedback(hidden, query, turn: int):
    row, column = query
    return "hit" if hidden["ship"] in (f"Row {row}", f"Column {column}") else "miss"


def solution(hidden):
    return hidden["ship"]
