import random

LETTERS = "abcdef"


def _sorted_words(state, words):
    order = state["letters"]
    first = state["first"]

    def key(word):
        if first == "short":
            number = len(word)
        elif first == "long":
            number = -len(word)
        elif first == "few":
            number = word.count(order[0])
        else:
            number = 0
        letters = [order.index(letter) for letter in word]
        if state["backwards"]:
            letters.reverse()
        # Of two lists the one that ends before a difference is the smaller.
        return number, letters

    return sorted(words, key=key)


def _feedback(state, text):
    words = text.split()[:2]
    if not words:
        return "-"
    return " ".join(_sorted_words(state, words))


def open(seed):
    rng = random.Random(seed)
    letters = list(LETTERS)
    rng.shuffle(letters)
    first = rng.choice(["none", "short", "long", "few"])
    backwards = rng.randrange(2) == 1
    return {
        "letters": "".join(letters),
        "first": first,
        "backwards": backwards,
    }


def explore(state, text):
    return {"state": dict(state), "feedback": _feedback(state, text)}


def _draw_word(rng):
    length = rng.randint(1, 4)
    return "".join(rng.choice(LETTERS) for _ in range(length))


def _draw_question(state, rng):
    """A question, or None if its five words were drawn in sorted order."""
    k = rng.randrange(3)
    if k == 0:
        n = rng.choice([1, 2, 2, 3, 3])
        text = " ".join([_draw_word(rng) for _ in range(n)])
        return {
            "prompt": "What comes back for this text? " + text,
            "answer": _feedback(state, text),
            "comparator": "text",
        }
    words = []
    while len(words) < 5:
        word = _draw_word(rng)
        if word not in words:
            words.append(word)
    answer = _sorted_words(state, words)
    if answer == words:
        return None
    return {
        "prompt": "In which order do these words come back? " + " ".join(words),
        "answer": answer,
        "comparator": "sequence",
    }


def questions(state, seed, count):
    rng = random.Random(seed)
    used = set()
    result = []
    while len(result) < count:
        question = _draw_question(state, rng)
        if question is None or question["prompt"] in used:
            continue
        used.add(question["prompt"])
        result.append(question)
    return result
