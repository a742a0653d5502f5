import random


def new_hidden(seed: int):
    return {"word": random.Random(seed).choice(common_words(11))}


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
    return _marks(query, hidden["word"])


def solution(hidden):
    return hidden["word"]
