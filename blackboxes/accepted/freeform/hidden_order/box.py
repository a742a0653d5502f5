import random

PROMPT = "In which order does the criterion put these words? "


def _sorted_words(letters, words):
    first = letters[0]
    rank = {letter: i for i, letter in enumerate(letters)}

    def key(word):
        # First how often the first letter of the order occurs, then the
        # letters from the last one back; a list that is a prefix is smaller.
        return (word.count(first), [rank[letter] for letter in reversed(word)])

    return sorted(words, key=key)


def open(seed):
    rng = random.Random(seed)
    letters = list("abcdef")
    rng.shuffle(letters)
    return {"letters": "".join(letters)}


def explore(state, text):
    words = text.split()[:2]
    if words:
        feedback = " ".join(_sorted_words(state["letters"], words))
    else:
        feedback = "-"
    return {"state": {"letters": state["letters"]}, "feedback": feedback}


def _draw_words(rng):
    words = []
    while len(words) < 5:
        length = rng.randint(1, 6)
        word = "".join([rng.choice("abcdef") for _ in range(length)])
        # A word that is there already is drawn again at once, length and all.
        if word not in words:
            words.append(word)
    return words


def questions(state, seed, count):
    rng = random.Random(seed)
    letters = state["letters"]
    result = []
    seen = set()
    while len(result) < count:
        words = _draw_words(rng)
        answer = _sorted_words(letters, words)
        prompt = PROMPT + " ".join(words)
        # Already sorted, or asked before: the whole question is drawn again.
        if answer == words or prompt in seen:
            continue
        seen.add(prompt)
        result.append({"prompt": prompt, "answer": answer, "comparator": "sequence"})
    return result
