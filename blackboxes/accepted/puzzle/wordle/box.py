import random


def new_hidden(seed):
    # common_words is supplied by the platform
    return {"word": random.Random(seed).choice(common_words(8))}


def feedback(hidden, query, turn):
    word = hidden["word"]
    marks = ["X"] * len(word)
    unused = []
    # first pass: the right letters in the right places are used up
    for place, (asked, letter) in enumerate(zip(query, word)):
        if asked == letter:
            marks[place] = "A"
        else:
            unused.append(letter)
    # second pass: from left to right, each M uses up one letter that is left
    for place, asked in enumerate(query):
        if marks[place] != "A" and asked in unused:
            marks[place] = "M"
            unused.remove(asked)
    return "".join(marks)


def solution(hidden):
    return hidden["word"]
