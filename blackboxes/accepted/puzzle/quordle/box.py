import random


def new_hidden(seed: int):
    return {"words": random.Random(seed).sample(common_words(8), 4)}


def _marks(query, word):
    marks = ["X"] * len(query)
    left = []
    # First pass: the places that agree use up their letters.
    for i, (asked, there) in enumerate(zip(query, word)):
        if asked == there:
            marks[i] = "A"
        else:
            left.append(there)
    # Second pass, from left to right, over the letters that are not used up.
    for i, asked in enumerate(query):
        if marks[i] != "A" and asked in left:
            marks[i] = "M"
            left.remove(asked)
    return "".join(marks)


def feedback(hidden, query, turn: int):
    return ", ".join(_marks(query, word) for word in hidden["words"])


def solution(hidden):
    return list(hidden["words"])
