"""A lock with a code of three digits that changes whenever it opens."""

import random


def _three_digits(number: int) -> str:
    return str(number).zfill(3)


def _changed(code: str) -> str:
    """The code that follows when the lock opens."""
    if code == "000":
        # The rule would leave 000 as it is.
        return "123"
    a, b, c = [int(digit) for digit in code]
    # All three with the old digits.
    return f"{(a + b) % 10}{(b + c) % 10}{(a + 2 * b) % 10}"


def _sign(code_digit: str, try_digit: str) -> str:
    if code_digit > try_digit:
        return "+"
    if code_digit < try_digit:
        return "-"
    return "="


def open(seed: int) -> dict:
    rng = random.Random(seed)
    return {"code": _three_digits(rng.randrange(1000))}


def explore(state, text: str) -> dict:
    code = state["code"]
    attempt = text.zfill(3)
    if attempt == code:
        return {"state": {"code": _changed(code)}, "feedback": "open"}
    signs = [_sign(code[i], attempt[i]) for i in range(3)]
    return {"state": {"code": code}, "feedback": "".join(signs)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        code = _three_digits(rng.randrange(1000))
        openings = rng.choice([2, 3])
        if (code, openings) in drawn:
            continue
        drawn.add((code, openings))
        answer = code
        for _ in range(openings):
            answer = _changed(answer)
        result.append({
            "prompt": f"A lock of this kind has the code {code}. "
                      f"Which code does it have after {openings} openings?",
            "answer": answer,
            "comparator": "exact",
        })
    return result
