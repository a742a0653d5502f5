import random


def new_hidden(seed: int):
    lines = [f"Row {n}" for n in range(1, 10)] + [f"Column {n}" for n in range(1, 10)]
    return {"ship": random.Random(seed).choice(lines)}


def feedback(hidden, query, turn: int):
    kind, number = hidden["ship"].split(" ")
    row, column = query
    coordinate = row if kind == "Row" else column
    return "hit" if coordinate == int(number) else "miss"


def solution(hidden):
    return hidden["ship"]
