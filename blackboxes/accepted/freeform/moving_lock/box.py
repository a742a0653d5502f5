import random


def _changed(code):
    # Only 000 would stay as it is.
    if code == "000":
        return "123"
    a, b, c = (int(digit) for digit in code)
    # All three with the old digits.
    return "%d%d%d" % ((a + b) % 10, (b + c) % 10, (a + 2 * b) % 10)


def _sign(code_digit, try_digit):
    if code_digit > try_digit:
        return "+"
    if code_digit < try_digit:
        return "-"
    return "="


def open(seed: int):
    rng = random.Random(seed)
    return {"code": "%03d" % rng.randrange(1000)}


def explore(state, text: str) -> dict:
    code = state["code"]
    attempt = text.zfill(3)
    if attempt == code:
        return {"state": {"code": _changed(code)}, "feedback": "open"}
    # Single digits compare as texts just as they do as numbers.
    signs = "".join([_sign(x, y) for x, y in zip(code, attempt)])
    return {"state": {"code": code}, "feedback": signs}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        code = "%03d" % rng.randrange(1000)
        openings = rng.choice([2, 3])
        if (code, openings) in drawn:
            continue
        drawn.add((code, openings))
        answer = code
        for _ in range(openings):
            answer = _changed(answer)
        result.append({
            "prompt": "A lock of this kind has the code %s. "
                      "Which code does it have after %d openings?" % (code, openings),
            "answer": answer,
            "comparator": "exact",
        })
    return result
