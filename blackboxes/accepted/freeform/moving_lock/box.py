import random

TIMES = {1: "once", 2: "twice", 3: "three times"}


def open(seed: int):
    rng = random.Random(seed)
    return {"code": f"{rng.randrange(1000):03d}"}


def _change(code):
    """The code that follows when the lock with this code opens."""
    if code == "000":
        return "123"
    a, b, c = (int(digit) for digit in code)
    # All three new digits are made from the old ones.
    return f"{(a + b) % 10}{(b + c) % 10}{(a + 2 * b) % 10}"


def _change_times(code, times):
    for _ in range(times):
        code = _change(code)
    return code


def _feedback(code, text):
    """What a lock with this code answers to the try."""
    attempt = text.zfill(3)
    if attempt == code:
        return "open"
    signs = ""
    for own, tried in zip(code, attempt):
        if own > tried:  # single digits compare as characters
            signs += "+"
        elif own < tried:
            signs += "-"
        else:
            signs += "0"
    return signs


def explore(state, text: str) -> dict:
    code = state["code"]
    feedback = _feedback(code, text)
    following = dict(state)
    if feedback == "open":
        following["code"] = _change(code)
    return {"state": following, "feedback": feedback}


def _draw_question(rng):
    k = rng.randrange(3)
    code = f"{rng.randrange(1000):03d}"
    if k == 0:
        openings = rng.choice([1, 2])
        changed = _change_times(code, openings)
        length = rng.randint(1, 3)
        attempt = ""
        # The try stands for the last digits of the changed code.
        for digit in changed[3 - length:]:
            if rng.randrange(3) == 0:
                attempt += digit
            else:
                attempt += str(rng.randrange(10))
        prompt = (
            f"A lock of this kind has the code {code} and is opened "
            f"{TIMES[openings]}. What comes back after that for the try "
            f"{attempt}?"
        )
        answer = _feedback(changed, attempt)
    else:
        openings = rng.choice([2, 3])
        prompt = (
            f"A lock of this kind has the code {code} and is opened "
            f"{TIMES[openings]}. Which code does it have after that?"
        )
        answer = _change_times(code, openings)
    return {"prompt": prompt, "answer": answer, "comparator": "exact"}


def questions(state, seed: int, count: int) -> list[dict]:
    # The session's own code plays no part.
    rng = random.Random(seed)
    drawn = set()  # only for membership; its order is never used
    result = []
    while len(result) < count:
        question = _draw_question(rng)
        if question["prompt"] in drawn:
            continue  # drawn again, from k on
        drawn.add(question["prompt"])
        result.append(question)
    return result
