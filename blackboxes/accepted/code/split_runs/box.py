def describe() -> dict:
    return {"inputs": {"text": "str"}, "checkpoints": 3}


def run(checkpoint, *, text) -> None:
    packed = ""
    letter = ""
    run = 0

    for i, current in enumerate(text):
        if 0 < run < 3 and current == letter:
            run += 1
        else:
            if run > 0:
                packed += letter + str(run)
                checkpoint(2, packed=packed)
            letter = current
            run = 1
        checkpoint(1, i=i, letter=letter, run=run)

    # The last run is still open here.
    packed += letter + str(run)
    checkpoint(2, packed=packed)

    saved = len(text) - len(packed)
    worth = saved > 0
    result = packed if worth else text
    checkpoint(3, saved=saved, worth=worth, result=result)


def sample_inputs(seed: int, count: int) -> list[dict]:
    # Single letters, runs around the length three, ties, and the full length.
    texts = [
        "a",
        "b",
        "ab",
        "aa",
        "aaa",
        "aaaa",
        "aaabbb",
        "aabb",
        "abababab",
        "bbbbbbb",
        "a" * 24,
        "ab" * 12,
        "aaab" * 6,
        "aaabbb" * 4,
    ]
    # Then mixed texts, from a fixed sequence of numbers started by the seed.
    number = (seed * 7919 + 12345) % 2147483648
    for _ in range(1000):
        if len(texts) >= count:
            break
        number = (number * 1103515245 + 12345) % 2147483648
        length = (number >> 16) % 24 + 1
        letters = ""
        for _ in range(length):
            number = (number * 1103515245 + 12345) % 2147483648
            # Mostly repeat the letter before, so that long runs occur.
            choice = (number >> 16) % 4
            if letters and choice > 0:
                letters += letters[-1]
            else:
                letters += "ab"[(number >> 20) % 2]
        if letters not in texts:
            texts.append(letters)
    return [{"text": text} for text in texts[:count]]
