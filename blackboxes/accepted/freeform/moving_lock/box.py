import random


def open(seed: int):
    rng = random.Random(seed)
    return {"code": f"{rng.randrange(1000):03d}"}


def _change(code):
    if code == "000":
        return "123"
    a, b, c = (int(digit) for digit in code)
    return f"{(a + b) % 10}{(b + c) % 10}{(c + a) % 10}"


def _sign(code_digit, try_digit):
    if code_digit > try_digit:
        return "+"
    if code_digit < try_digit:
        return "-"
    return "="


def explore(state, text: str) -> dict:
    code = state["code"]
    attempt = text.zfill(3)
    if attempt == code:
        return {"state": {"code": _change(code)}, "feedback": "open"}
    signs = "".join(_sign(c, d) for c, d in zip(code, attempt))
    return {"state": {"code": code}, "feedback": signs}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = []
    while len(drawn) < count:
        code = f"{rng.randrange(1000):03d}"
        openings = rng.choice([2, 3])
        if (code, openings) not in drawn:
            drawn.append((code, openings))
    result = []
    for code, openings in drawn:
        answer = code
        for _ in range(openings):
            answer = _change(answer)
        result.append({
            "prompt": (
                f"A lock of this kind has the code {code}. "
                f"Which code does it have after {openings} openings?"
            ),
            "answer": answer,
            "comparator": "exact",
        })
    return result
