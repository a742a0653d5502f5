import random


def new_hidden(seed):
    return {"number": random.Random(seed).randint(0, 100)}


def feedback(hidden, query, turn):
    # A distance of exactly 15 is still close.
    return "Far" if abs(query - hidden["number"]) > 15 else "Close"


def solution(hidden):
    return hidden["number"]
