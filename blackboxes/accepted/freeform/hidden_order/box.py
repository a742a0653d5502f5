import random


def _sort_key(state, word):
    letters = state["letters"]
    first = state["first"]
    if first == "short":
        first_key = len(word)
    elif first == "long":
        first_key = -len(word)
    elif first == "few":
        first_key = word.count(letters[0])
    else:
        first_key = 0
    read = word[::-1] if state["backwards"] else word
    # A list that ends before a difference comes first, as the rule wants.
    return (first_key, [letters.index(letter) for letter in read])


def _sorted_words(state, words):
    return sorted(words, key=lambda word: _sort_key(state, word))


def open(seed: int):
    rng = random.Random(seed)
    letters = list("abcdef")
    rng.shuffle(letters)
    first = rng.choice(["none", "short", "long", "few"])
    backwards = rng.randrange(2) == 1
    return {"letters": "".join(letters), "first": first, "backwards": backwards}


def explore(state, text: str) -> dict:
    words = text.split()[:2]
    if words:
        feedback = " ".join(_sorted_words(state, words))
    else:
        feedback = "-"
    return {"state": dict(state), "feedback": feedback}


def _draw_word(rng):
    length = rng.randint(1, 4)
    return "".join([rng.choice("abcdef") for _ in range(length)])


def _draw_words(rng):
    """Five different words; a word that stands there already is drawn again."""
    words = []
    while len(words) < 5:
        word = _draw_word(rng)
        if word not in words:
            words.append(word)
    return words


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    asked = set()
    while len(result) < count:
        words = _draw_words(rng)
        answer = _sorted_words(state, words)
        # All five again if they are sorted already or were asked before.
        if words == answer or tuple(words) in asked:
            continue
        asked.add(tuple(words))
        result.append({
            "prompt": "In which order do these words come back? " + " ".join(words),
            "answer": answer,
            "comparator": "sequence",
        })
    return result
