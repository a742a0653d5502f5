import random


def _sort_key(state, word):
    letters = state["letters"]
    first = state["first"]
    if first == "short":
        number = len(word)
    elif first == "long":
        number = -len(word)
    elif first == "few":
        number = word.count(letters[0])
    else:
        number = 0
    read = word[::-1] if state["backwards"] else word
    # Lists compare item by item; one that ends before a difference is smaller.
    return (number, [letters.index(letter) for letter in read])


def _sorted_words(state, words):
    return sorted(words, key=lambda word: _sort_key(state, word))


def open(seed):
    rng = random.Random(seed)
    letters = list("abcdef")
    rng.shuffle(letters)
    first = rng.choice(["none", "short", "long", "few"])
    backwards = rng.randrange(2) == 1
    return {"letters": "".join(letters), "first": first, "backwards": backwards}


def explore(state, text):
    # Only the first two words are read.
    words = text.split()[:2]
    if words:
        feedback = " ".join(_sorted_words(state, words))
    else:
        feedback = "-"
    return {"state": state, "feedback": feedback}


def _draw_word(rng):
    length = rng.randint(1, 6)
    return "".join(rng.choice("abcdef") for _ in range(length))


def _draw_words(rng):
    words = []
    while len(words) < 5:
        word = _draw_word(rng)
        # A word that is there already is drawn again at once.
        if word not in words:
            words.append(word)
    return words


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    seen = set()
    while len(result) < count:
        words = _draw_words(rng)
        answer = _sorted_words(state, words)
        prompt = "In which order does the criterion put these words? " + " ".join(words)
        # Draw the whole question again if nothing is to be sorted or it is a repeat.
        if words == answer or prompt in seen:
            continue
        seen.add(prompt)
        result.append({"prompt": prompt, "answer": answer, "comparator": "sequence"})
    return result
