import random


def _sorted(state, words):
    """The words, sorted by the criterion of the session."""
    letters = state["letters"]
    first = state["first"]

    def key(word):
        if first == "short":
            head = len(word)
        elif first == "long":
            head = -len(word)
        elif first == "few":
            head = word.count(letters[0])
        else:
            head = 0
        ranks = [letters.index(letter) for letter in word]
        if state["backwards"]:
            ranks.reverse()
        # a list that ends before a difference is the smaller one
        return (head, ranks)

    return sorted(words, key=key)


def _feedback(state, text):
    words = text.split()[:2]
    if not words:
        return "-"
    return " ".join(_sorted(state, words))


def _draw_word(rng):
    length = rng.randint(1, 4)
    return "".join([rng.choice("abcdef") for _ in range(length)])


def open(seed):
    rng = random.Random(seed)
    letters = list("abcdef")
    rng.shuffle(letters)
    first = rng.choice(["none", "short", "long", "few"])
    backwards = rng.randrange(2) == 1
    return {"letters": "".join(letters), "first": first, "backwards": backwards}


def explore(state, text):
    return {"state": dict(state), "feedback": _feedback(state, text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        k = rng.randrange(3)
        if k == 0:
            n = rng.choice([1, 2, 2, 3, 3])
            text = " ".join([_draw_word(rng) for _ in range(n)])
            prompt = "What comes back for this text? " + text
            answer = _feedback(state, text)
            comparator = "text"
        else:
            words = []
            while len(words) < 5:
                word = _draw_word(rng)
                if word not in words:
                    words.append(word)
            prompt = "In which order do these words come back? " + " ".join(words)
            answer = _sorted(state, words)
            comparator = "sequence"
            if answer == words:
                continue
        if prompt in seen:
            continue
        seen.add(prompt)
        result.append({"prompt": prompt, "answer": answer, "comparator": comparator})
    return result
