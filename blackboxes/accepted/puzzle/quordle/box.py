import random


def new_hidden(seed: int):
    return {"words": random.Random(seed).sample(common_words(8), 4)}


def _marks(word: str, query: str) -> str:
    marks = ["X"] * len(query)
    # First pass: the right places; what is left of the word stays in unused.
    unused = []
    for place, (own, guessed) in enumerate(zip(word, query)):
        if own == guessed:
            marks[place] = "A"
        else:
            unused.append(own)
    # Second pass: the other places, from left to right.
    for place, guessed in enumerate(query):
        if marks[place] != "A" and guessed in unused:
            marks[place] = "M"
            unused.remove(guessed)
    return "".join(marks)


def feedback(hidden, query, turn: int):
    return ", ".join(_marks(word, query) for word in hidden["words"])


def solution(hidden):
    return list(hidden["words"])


def sample_inputs(seed: int, count: int) -> list:
    # Words, texts with many equal letters, and mixed letters in turn.
    rng = random.Random(seed)
    words = common_words(8)
    queries = []
    for k in range(count):
        if k % 3 == 0:
            queries.append(rng.choice(words))
        elif k % 3 == 1:
            letters = rng.sample("AEIORSTLN", 2)
            queries.append("".join(rng.choice(letters) for _ in range(8)))
        else:
            queries.append("".join(
                rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(8)))
    return queries
