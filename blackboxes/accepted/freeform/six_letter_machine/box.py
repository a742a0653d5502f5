import random


def _run(letters, text):
    stack = []
    for c in text:
        if c.isdigit():
            stack.append(int(c))
            continue
        place = letters.index(c)
        if place in (0, 1, 3):
            if len(stack) < 2:
                continue
            top = stack.pop()
            below = stack.pop()
            if place == 0:
                stack.append((below + top) % 100)
            elif place == 1:
                stack.append(below * top % 100)
            else:
                stack += [top, below]
        elif stack:
            if place == 2:
                stack.append(stack[-1])
            elif place == 4:
                stack.pop()
            else:
                stack[-1] = (100 - stack[-1]) % 100
    return " ".join(str(number) for number in stack) or "empty"


def open(seed: int):
    return {"letters": "".join(random.Random(seed).sample("abcdef", 6))}


def explore(state, text: str) -> dict:
    return {"state": {"letters": state["letters"]}, "feedback": _run(state["letters"], text)}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        digits = "".join(rng.choice("123456789") for _ in range(3))
        text = digits + "".join(rng.choice("abcdef") for _ in range(6))
        if text in seen:
            continue
        seen.add(text)
        result.append(
            {
                "prompt": f"What is on the stack after this text? {text}",
                "answer": _run(state["letters"], text),
                "comparator": "text",
            }
        )
    return result
