import random


def _trees(text):
    known = {}

    def count(start, end):
        if start >= end:
            return 0
        if (start, end) not in known:
            total = 1 if end - start == 1 and text[start] == "c" else 0
            if text[start] == "a":
                total += count(start + 1, end)
            if text[end - 1] == "b":
                total += count(start, end - 1)
            for middle in range(start + 1, end):
                total += count(start, middle) * count(middle, end)
            known[start, end] = total
        return known[start, end]

    return count(0, len(text))


def open(seed: int):
    return 0


def explore(state, text: str) -> dict:
    return {"state": 0, "feedback": str(_trees(text))}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        sentence = "c"
        for _ in range(5):
            drawn = rng.choice(["left", "right", "join"])
            if drawn == "left":
                sentence = "a" + sentence
            else:
                sentence += "b" if drawn == "right" else "c"
        if sentence in seen:
            continue
        seen.add(sentence)
        result.append(
            {
                "prompt": f"In how many ways can this sentence be derived? {sentence}",
                "answer": _trees(sentence),
                "comparator": "number",
            }
        )
    return result
