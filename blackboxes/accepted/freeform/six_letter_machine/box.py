import random

INSTRUCTIONS = ["add", "multiply", "copy", "swap", "drop", "negate"]
NEEDED = {
    "add": 2,
    "multiply": 2,
    "copy": 1,
    "swap": 2,
    "drop": 1,
    "negate": 1,
}


def _feedback(letters, text):
    stack = []
    for character in text:
        if character in "0123456789":
            stack.append(int(character))
            continue
        name = INSTRUCTIONS[letters.index(character)]
        if len(stack) < NEEDED[name]:
            continue  # too few numbers: the instruction does nothing
        top = stack.pop()
        if name == "add":
            stack.append((stack.pop() + top) % 100)
        elif name == "multiply":
            stack.append((stack.pop() * top) % 100)
        elif name == "copy":
            stack.extend([top, top])
        elif name == "swap":
            below = stack.pop()
            stack.extend([top, below])
        elif name == "negate":
            stack.append((100 - top) % 100)
        # drop: the top number is gone already
    return " ".join(str(number) for number in stack) or "empty"


def open(seed):
    rng = random.Random(seed)
    return {"letters": "".join(rng.sample("abcdef", 6))}


def explore(state, text):
    return {
        "state": dict(state),
        "feedback": _feedback(state["letters"], text),
    }


def _draw_text(rng):
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
    used = set()
    result = []
    while len(result) < count:
        text = _draw_text(rng)
        if text in used:
            continue
        used.add(text)
        result.append({
            "prompt": "What is on the stack after this text? " + text,
            "answer": _feedback(state["letters"], text),
            "comparator": "text",
        })
    return result
