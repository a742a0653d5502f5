import random


def open(seed: int):
    rng = random.Random(seed)
    return {"code": f"{rng.randrange(1000):03d}"}


def _change(code: str) -> str:
    # Only the code 000 would stay 000; it goes to 123 instead.
    if code == "000":
        return "123"
    a, b, c = (int(digit) for digit in code)
    return f"{(a + b) % 10}{(b + c) % 10}{(c + a) % 10}"


def explore(state, text: str) -> dict:
    code = state["code"]
    attempt = text.rjust(3, "0")
    if attempt == code:
        return {"state": {"code": _change(code)}, "feedback": "open"}
    signs = []
    for own, tried in zip(code, attempt):
        if own > tried:
            signs.append("+")
        elif own < tried:
            signs.append("-")
        else:
            signs.append("=")
    return {"state": {"code": code}, "feedback": "".join(signs)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    pairs = []
    while len(pairs) < count:
        code = f"{rng.randrange(1000):03d}"
        openings = rng.choice([2, 3])
        # A pair that was drawn before is drawn again.
        if (code, openings) not in pairs:
            pairs.append((code, openings))

    result = []
    for code, openings in pairs:
        later = code
        for _ in range(openings):
            later = _change(later)
        result.append({
            "prompt": f"A lock of this kind has the code {code}. "
                      f"Which code does it have after {openings} openings?",
            "answer": later,
            "comparator": "exact",
        })
    return result
