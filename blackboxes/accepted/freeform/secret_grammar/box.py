import random


def _trees(text: str) -> int:
    known = {}

    def count(i: int, j: int) -> int:
        # number of derivation trees of text[i:j] as S
        if i >= j:
            return 0
        if (i, j) in known:
            return known[(i, j)]
        total = 0
        if j - i == 1 and text[i] == "c":
            total += 1
        if text[i] == "a":
            total += count(i + 1, j)
        if text[j - 1] == "b":
            total += count(i, j - 1)
        for m in range(i + 1, j):
            left = count(i, m)
            if left:
                total += left * count(m, j)
        known[(i, j)] = total
        return total

    return count(0, len(text))


def open(seed: int):
    return 0


def explore(state, text: str) -> dict:
    return {"state": state, "feedback": str(_trees(text))}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    sentences = []
    while len(sentences) < count:
        sentence = "c"
        for _ in range(5):
            step = rng.choice(["left", "right", "join"])
            if step == "left":
                sentence = "a" + sentence
            elif step == "right":
                sentence = sentence + "b"
            else:
                sentence = sentence + "c"
        if sentence not in sentences:
            sentences.append(sentence)
    return [
        {
            "prompt": "In how many ways can this sentence be derived? " + sentence,
            "answer": _trees(sentence),
            "comparator": "number",
        }
        for sentence in sentences
    ]
