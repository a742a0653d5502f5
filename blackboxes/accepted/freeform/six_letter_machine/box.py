"""A stack machine with six instructions behind hidden letters."""

import random

DIGITS = "0123456789"
INSTRUCTIONS = ["add", "multiply", "copy", "swap", "drop", "negate"]


def open(seed):
    rng = random.Random(seed)
    letters = "".join(rng.sample("abcdef", 6))
    ground = rng.randint(10, 99)
    return {"letters": letters, "ground": ground}


def perform(stack, name):
    """Carries out one instruction on the stack; it does nothing where numbers are lacking."""
    needed = 2 if name in ("add", "multiply", "swap") else 1
    if len(stack) < needed:
        return
    top = stack.pop()
    if name == "add":
        stack.append((stack.pop() + top) % 100)
    elif name == "multiply":
        stack.append((stack.pop() * top) % 100)
    elif name == "copy":
        stack += [top, top]
    elif name == "swap":
        below = stack.pop()
        stack += [top, below]
    elif name == "negate":
        stack.append((100 - top) % 100)  # 0 stays 0
    # "drop": the top number is gone already


def run(state, text):
    """What the player reads after the text."""
    stack = [state["ground"]]
    for character in text:
        if character in DIGITS:
            stack.append(int(character))
        else:
            perform(stack, INSTRUCTIONS[state["letters"].index(character)])
    if not stack:
        return "empty"
    return " ".join(str(number) for number in stack)


def explore(state, text):
    return {"state": dict(state), "feedback": run(state, text)}


def draw_text(rng):
    k = rng.randrange(4)
    if k == 0:
        n = rng.randint(1, 4)
        return "".join(rng.choice("0123456789abcdef") for _ in range(n))
    characters = [rng.choice("00123456789") for _ in range(7)]
    characters += [rng.choice("abcdef") for _ in range(13)]
    rng.shuffle(characters)
    return "".join(characters)


def questions(state, seed, count):
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        text = draw_text(rng)
        if text in drawn:
            continue
        drawn.add(text)
        result.append({
            "prompt": "What is on the stack after this text? " + text,
            "answer": run(state, text),
            "comparator": "text",
        })
    return result
