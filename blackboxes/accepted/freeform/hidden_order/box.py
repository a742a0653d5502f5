import random


def _first_key(state, word):
    first = state["first"]
    if first == "short":
        return len(word)
    if first == "long":
        return -len(word)
    if first == "few":
        return word.count(state["letters"][0])
    return 0


def _key(state, word):
    read = word[::-1] if state["backwards"] else word
    # a tuple that ends before a difference comes first, as the rule demands
    ranks = tuple(state["letters"].index(letter) for letter in read)
    return (_first_key(state, word), ranks)


def _sorted(state, words):
    return sorted(words, key=lambda word: _key(state, word))


def open(seed):
    rng = random.Random(seed)
    letters = ["a", "b", "c", "d", "e", "f"]
    rng.shuffle(letters)
    first = rng.choice(["none", "short", "long", "few"])
    backwards = rng.randrange(2) == 1
    return {"letters": "".join(letters), "first": first, "backwards": backwards}


def explore(state, text):
    words = _sorted(state, text.split())
    return {"state": state, "feedback": " ".join(words) if words else "-"}


def _draw_words(rng):
    words = []
    while len(words) < 5:
        length = rng.randint(1, 4)
        word = "".join(rng.choice("abcdef") for _ in range(length))
        # a repeated word is drawn again, its length included
        if word not in words:
            words.append(word)
    return words


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        words = _draw_words(rng)
        answer = _sorted(state, words)
        prompt = "In which order do these words come back? " + " ".join(words)
        # already sorted, or asked before: draw all five again
        if words == answer or prompt in seen:
            continue
        seen.add(prompt)
        result.append({"prompt": prompt, "answer": answer, "comparator": "sequence"})
    return result
