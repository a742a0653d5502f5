import random


def introduction():
    return "This black-box is an order of words."


def open(seed):
    rng = random.Random(seed)
    letters = ["a", "b", "c", "d", "e", "f"]
    rng.shuffle(letters)
    first = rng.choice(["none", "short", "long", "few"])
    backwards = rng.randrange(2) == 1
    return {"letters": "".join(letters), "first": first, "backwards": backwards}


def _sort_words(state, words):
    letters = state["letters"]
    first = state["first"]

    def key(word):
        if first == "short":
            first_key = len(word)
        elif first == "long":
            first_key = -len(word)
        elif first == "few":
            first_key = word.count(letters[0])
        else:
            first_key = 0
        places = [letters.index(letter) for letter in word]
        if state["backwards"]:
            places.reverse()
        # Lists compare element by element; one that ends early comes first.
        return (first_key, places)

    return sorted(words, key=key)


def explore(state, text):
    words = text.split()
    feedback = " ".join(_sort_words(state, words)) if words else "-"
    return {"state": state, "feedback": feedback}


def _draw_words(rng):
    words = []
    while len(words) < 5:
        length = rng.randint(1, 4)
        word = "".join([rng.choice("abcdef") for _ in range(length)])
        # A word that was drawn already is drawn again, length included.
        if word not in words:
            words.append(word)
    return words


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    seen = set()
    while len(result) < count:
        words = _draw_words(rng)
        answer = _sort_words(state, words)
        prompt = "In which order do these words come back? " + " ".join(words)
        if answer == words or prompt in seen:
            continue
        seen.add(prompt)
        result.append({"prompt": prompt, "answer": answer, "comparator": "sequence"})
    return result
