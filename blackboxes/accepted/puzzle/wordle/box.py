import random


def new_hidden(seed):
    return {"word": random.Random(seed).choice(common_words(8))}


def feedback(hidden, query, turn):
    word = hidden["word"]
    marks = ["X"] * len(word)
    # First pass: equal letters in the same place use up the word's letter.
    left = []
    for i, letter in enumerate(word):
        if query[i] == letter:
            marks[i] = "A"
        else:
            left.append(letter)
    # Second pass: from left to right, each M uses up one letter that is left.
    for i, letter in enumerate(query):
        if marks[i] != "A" and letter in left:
            marks[i] = "M"
            left.remove(letter)
    return "".join(marks)


def solution(hidden):
    return hidden["word"]


def sample_inputs(seed, count):
    # Texts of few letters test the repeated ones; then common words.
    samples = ["AAAAAAAA", "EEEEEEEE", "EEEELLLL", "LLLLEEEE", "SAESAESA", "OOTTOOTT"]
    words = common_words(8)
    rng = random.Random(seed)
    while len(samples) < count:
        samples.append(rng.choice(words))
    return samples[:count]
