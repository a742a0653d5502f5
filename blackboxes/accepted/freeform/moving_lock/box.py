import random


def _draw_code(rng):
    return f"{rng.randrange(1000):03d}"


def _change(code):
    """The code after one opening."""
    # 000 would stay as it is, so it has a successor of its own.
    if code == "000":
        return "123"
    a, b, c = (int(digit) for digit in code)
    return f"{(a + b) % 10}{(b + c) % 10}{(a + 2 * b) % 10}"


def _feedback(code, text):
    """What the player reads for the try text at a lock with this code."""
    attempt = text.zfill(3)
    if attempt == code:
        return "open"
    signs = []
    for own, tried in zip(code, attempt):
        if own > tried:
            signs.append("+")
        elif own < tried:
            signs.append("-")
        else:
            signs.append("0")
    return "".join(signs)


def open(seed):
    rng = random.Random(seed)
    return {"code": _draw_code(rng)}


def explore(state, text):
    code = state["code"]
    feedback = _feedback(code, text)
    # The code changes only when the lock opens.
    new_code = _change(code) if feedback == "open" else code
    return {"state": {"code": new_code}, "feedback": feedback}


def _draw_question(rng):
    k = rng.randrange(3)
    code = _draw_code(rng)
    if k == 0:
        length = rng.randint(1, 3)
        digits = []
        # The try stands for the last digits of the code.
        for own in code[3 - length:]:
            if rng.randrange(3) == 0:
                digits.append(own)
            else:
                digits.append(str(rng.randrange(10)))
        attempt = "".join(digits)
        prompt = (
            f"A lock of this kind has the code {code}. "
            f"What comes back for the try {attempt}?"
        )
        answer = _feedback(code, attempt)
    else:
        openings = rng.choice([2, 3])
        prompt = (
            f"A lock of this kind has the code {code}. "
            f"Which code does it have after {openings} openings?"
        )
        answer = code
        for _ in range(openings):
            answer = _change(answer)
    return {"prompt": prompt, "answer": answer, "comparator": "exact"}


def questions(state, seed, count):
    # The session's own code plays no part.
    rng = random.Random(seed)
    drawn = []
    seen = set()
    while len(drawn) < count:
        question = _draw_question(rng)
        # A question that was drawn before is drawn again, from k on.
        if question["prompt"] in seen:
            continue
        seen.add(question["prompt"])
        drawn.append(question)
    return drawn
