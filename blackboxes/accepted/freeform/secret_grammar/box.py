import random


def _trees(text):
    """The number of derivation trees of the text as S."""
    n = len(text)
    # ways[i][j] is the number for text[i:j]; empty parts keep their 0.
    ways = [[0] * (n + 1) for _ in range(n + 1)]
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            number = 0
            if text[i:j] == "c":
                number += 1
            if text[i] == "a":
                number += ways[i + 1][j]
            if text[j - 1] == "b":
                number += ways[i][j - 1]
            for middle in range(i + 1, j):
                number += ways[i][middle] * ways[middle][j]
            ways[i][j] = number
    return ways[0][n]


def open(seed):
    return 0


def explore(state, text):
    return {"state": state, "feedback": str(_trees(text))}


def _draw_sentence(rng):
    k = rng.randrange(3)
    if k == 0:
        n = rng.randint(1, 8)
        return "".join(rng.choice("abc") for _ in range(n))
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
    used = set()
    result = []
    while len(result) < count:
        sentence = _draw_sentence(rng)
        if sentence in used:
            continue
        used.add(sentence)
        result.append({
            "prompt": (
                "In how many ways can this sentence be derived? " + sentence
            ),
            "answer": _trees(sentence),
            "comparator": "number",
        })
    return result
