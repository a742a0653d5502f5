import random


def new_hidden(seed: int):
    return {"words": random.Random(seed).sample(common_words(8), 4)}


def marks(word, query):
    """One mark for each letter of the query: A, M or X."""
    result = ["X"] * len(query)
    # Letters of the hidden word that no A mark has used up.
    left = {}
    for i, letter in enumerate(word):
        if query[i] == letter:
            result[i] = "A"
        else:
            left[letter] = left.get(letter, 0) + 1
    for i, letter in enumerate(query):
        if result[i] != "A" and left.get(letter, 0) > 0:
            result[i] = "M"
            left[letter] -= 1
    return "".join(result)


def feedback(hidden, query, turn: int):
    return ", ".join(marks(word, query) for word in hidden["words"])


def solution(hidden):
    return list(hidden["words"])
