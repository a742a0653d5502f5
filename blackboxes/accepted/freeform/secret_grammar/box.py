import random


def _trees(text):
    """How many derivation trees the text has as S."""
    known = {}

    def count(start, end):
        # trees of text[start:end]
        if start >= end:
            return 0
        if (start, end) in known:
            return known[start, end]
        total = 0
        if text[start:end] == "c":
            total += 1
        if text[start] == "a":
            total += count(start + 1, end)
        if text[end - 1] == "b":
            total += count(start, end - 1)
        for middle in range(start + 1, end):
            total += count(start, middle) * count(middle, end)
        known[start, end] = total
        return total

    return count(0, len(text))


def open(seed):
    return 0


def explore(state, text):
    return {"state": 0, "feedback": str(_trees(text))}


def _draw_sentence(rng):
    k = rng.randrange(3)
    if k == 0:
        n = rng.randint(1, 8)
        return "".join([rng.choice("abc") for _ in range(n)])
    sentence = "c"
    for _ in range(5):
        step = rng.choice(["left", "right", "join"])
        if step == "left":
            sentence = "a" + sentence
        elif step == "right":
            sentence = sentence + "b"
        else:
            sentence = sentence + "c"
    return sentence


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        sentence = _draw_sentence(rng)
        if sentence in seen:
            continue
        seen.add(sentence)
        result.append({
            "prompt": "In how many ways can this sentence be derived? " + sentence,
            "answer": _trees(sentence),
            "comparator": "number",
        })
    return result
