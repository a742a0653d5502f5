import random


def _run(letters, text):
    """The stack after the text, from the bottom to the top."""
    stack = []
    for char in text:
        if char in "0123456789":
            stack.append(int(char))
            continue
        # 0 add, 1 multiply, 2 copy, 3 swap, 4 drop, 5 negate
        place = letters.index(char)
        needed = 2 if place in (0, 1, 3) else 1
        if len(stack) < needed:
            continue
        if place == 0:
            top = stack.pop()
            stack[-1] = (stack[-1] + top) % 100
        elif place == 1:
            top = stack.pop()
            stack[-1] = (stack[-1] * top) % 100
        elif place == 2:
            stack.append(stack[-1])
        elif place == 3:
            stack[-1], stack[-2] = stack[-2], stack[-1]
        elif place == 4:
            stack.pop()
        else:
            stack[-1] = (100 - stack[-1]) % 100
    return stack


def _feedback(letters, text):
    stack = _run(letters, text)
    return " ".join(str(number) for number in stack) if stack else "empty"


def open(seed):
    rng = random.Random(seed)
    return {"letters": "".join(rng.sample("abcdef", 6))}


def explore(state, text):
    letters = state["letters"]
    return {"state": {"letters": letters}, "feedback": _feedback(letters, text)}


def _draw_text(rng):
    k = rng.randrange(4)
    if k == 0:
        n = rng.randint(1, 4)
        return "".join([rng.choice("0123456789abcdef") for _ in range(n)])
    chars = [rng.choice("00123456789") for _ in range(7)]
    chars += [rng.choice("abcdef") for _ in range(13)]
    rng.shuffle(chars)
    return "".join(chars)


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = _draw_text(rng)
        if text in seen:
            continue
        seen.add(text)
        result.append({
            "prompt": "What is on the stack after this text? " + text,
            "answer": _feedback(state["letters"], text),
            "comparator": "text",
        })
    return result
