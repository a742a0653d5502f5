import random


def _change(code):
    """The code that a lock takes when it was opened with this code."""
    if code == "000":
        return "123"
    a, b, c = (int(digit) for digit in code)
    return f"{(a + b) % 10}{(b + c) % 10}{(a + 2 * b) % 10}"


def _compare(code, text):
    """The feedback of a lock with this code on this try."""
    full = text.rjust(3, "0")
    if full == code:
        return "open"
    signs = []
    for own, tried in zip(code, full):
        if own > tried:
            signs.append("+")
        elif own < tried:
            signs.append("-")
        else:
            signs.append("0")
    return "".join(signs)


def open(seed):
    rng = random.Random(seed)
    return {"code": f"{rng.randrange(1000):03d}"}


def explore(state, text):
    code = state["code"]
    feedback = _compare(code, text)
    after = _change(code) if feedback == "open" else code
    return {"state": {"code": after}, "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        k = rng.randrange(3)
        code = f"{rng.randrange(1000):03d}"
        prompt = f"A lock of this kind has the code {code}. "
        if k == 0:
            number = rng.randint(1, 3)
            text = ""
            # the try stands for the code's last digits
            for digit in code[3 - number:]:
                if rng.randrange(3) == 0:
                    text += digit
                else:
                    text += str(rng.randrange(10))
            prompt += f"What comes back for the try {text}?"
            answer = _compare(code, text)
        else:
            openings = rng.choice([2, 3])
            prompt += f"Which code does it have after {openings} openings?"
            answer = code
            for _ in range(openings):
                answer = _change(answer)
        if prompt in seen:
            continue
        seen.add(prompt)
        result.append({"prompt": prompt, "answer": answer, "comparator": "exact"})
    return result
