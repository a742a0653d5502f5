import random


def describe() -> dict:
    return {"inputs": {"text": "str", "pattern": "str"}, "checkpoints": 5}


def run(checkpoint, text, pattern) -> None:
    lps = [0] * len(pattern)
    j = 0
    for i in range(1, len(pattern)):
        while j > 0 and pattern[j] != pattern[i]:
            j = lps[j - 1]
            checkpoint(1, i=i, j=j)
        if pattern[j] == pattern[i]:
            j += 1
        lps[i] = j
        checkpoint(2, i=i, j=j, lps=list(lps))
    checkpoint(3, lps=list(lps))

    found = []
    i = 0
    j = 0
    while i < len(text):
        if text[i] == pattern[j]:
            i += 1
            j += 1
            if j == len(pattern):
                found.append(i - j)
                j = lps[j - 1]
        elif j > 0:
            j = lps[j - 1]
        else:
            i += 1
        checkpoint(4, i=i, j=j, found=list(found))
    checkpoint(5, found=list(found))


def sample_inputs(seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        letters = rng.choice(["ab", "abc", "ab", "a"])
        pattern = "".join(rng.choice(letters) for _ in range(rng.randint(1, 7)))
        text = ""
        length = rng.randint(1, 20)
        while len(text) < length:
            # Parts of the pattern, so that the search falls back and finds.
            if rng.random() < 0.6:
                text += pattern[:rng.randint(1, len(pattern))]
            else:
                text += rng.choice(letters)
        result.append({"text": text[:length], "pattern": pattern})
    return result
