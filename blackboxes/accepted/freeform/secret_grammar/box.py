import random


def _trees(text):
    """The number of derivation trees of the text as S."""
    n = len(text)
    # count[i][j]: trees of text[i:j]; the empty part has none
    count = [[0] * (n + 1) for _ in range(n + 1)]
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            total = 0
            if length == 1 and text[i] == "c":
                total += 1
            if text[i] == "a":
                total += count[i + 1][j]
            if text[j - 1] == "b":
                total += count[i][j - 1]
            for k in range(i + 1, j):
                total += count[i][k] * count[k][j]
            count[i][j] = total
    return count[0][n]


def open(seed):
    return 0


def explore(state, text):
    return {"state": state, "feedback": str(_trees(text))}


def _draw_sentence(rng):
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
            # drawn before: draw again
            continue
        seen.add(sentence)
        result.append({
            "prompt": "In how many ways can this sentence be derived? " + sentence,
            "answer": _trees(sentence),
            "comparator": "number",
        })
    return result
