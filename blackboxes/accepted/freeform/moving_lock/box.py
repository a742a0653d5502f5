import random


def _next(code):
    if code == "000":
        return "123"
    a, b, c = map(int, code)
    return f"{(a + b) % 10}{(b + c) % 10}{(c + a) % 10}"


def open(seed):
    rng = random.Random(seed)
    return {"code": f"{rng.randrange(1000):03}"}


def explore(state, text):
    code = state["code"]
    guess = "0" * (3 - len(text)) + text
    if guess == code:
        return {"state": {"code": _next(code)}, "feedback": "open"}
    feedback = "".join("=" if own == his else "+" if own > his else "-" for own, his in zip(code, guess))
    return {"state": {"code": code}, "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    pairs = []
    while len(pairs) < count:
        code = f"{rng.randrange(1000):03}"
        times = rng.choice([2, 3])
        if (code, times) not in pairs:
            pairs.append((code, times))
    found = []
    for code, times in pairs:
        answer = code
        for _ in range(times):
            answer = _next(answer)
        prompt = f"A lock of this kind has the code {code}. Which code does it have after {times} openings?"
        found.append({"prompt": prompt, "answer": answer, "comparator": "exact"})
    return found
