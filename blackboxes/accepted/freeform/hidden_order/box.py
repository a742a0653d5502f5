import random

PROMPT = "In which order does the criterion put these words? "


def open(seed):
    rng = random.Random(seed)
    letters = list("abcdef")
    rng.shuffle(letters)
    first = rng.choice(["none", "short", "long", "few"])
    backwards = rng.randrange(2) == 1
    return {"letters": "".join(letters), "first": first, "backwards": backwards}


def _first_key(state, word):
    first = state["first"]
    if first == "short":
        return len(word)
    if first == "long":
        return -len(word)
    if first == "few":
        # how often the word holds the first letter of the order
        return word.count(state["letters"][0])
    return 0


def _sort_words(state, words):
    letters = state["letters"]

    def key(word):
        read = word[::-1] if state["backwards"] else word
        # a list that ends before a difference comes first
        return (_first_key(state, word), [letters.index(letter) for letter in read])

    return sorted(words, key=key)


def explore(state, text):
    # only the first two words are read
    words = text.split()[:2]
    feedback = " ".join(_sort_words(state, words)) if words else "-"
    return {"state": dict(state), "feedback": feedback}


def _draw_words(rng):
    words = []
    while len(words) < 5:
        length = rng.randint(1, 4)
        word = "".join([rng.choice("abcdef") for _ in range(length)])
        # a word that is there already is drawn again at once
        if word not in words:
            words.append(word)
    return words


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    asked = set()
    while len(result) < count:
        words = _draw_words(rng)
        answer = _sort_words(state, words)
        prompt = PROMPT + " ".join(words)
        # already in sorted order, or asked before: the whole question is drawn again
        if words == answer or prompt in asked:
            continue
        asked.add(prompt)
        result.append({"prompt": prompt, "answer": answer, "comparator": "sequence"})
    return result
