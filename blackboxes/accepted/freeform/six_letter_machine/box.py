import random

# The six instructions, in the order of the letters in the state.
INSTRUCTIONS = ("add", "multiply", "copy", "swap", "drop", "negate")

# How many numbers each instruction needs on the stack.
NEEDED = {"add": 2, "multiply": 2, "copy": 1, "swap": 2, "drop": 1, "negate": 1}


def _run(letters, text):
    """The feedback after running the text on an empty stack."""
    meaning = dict(zip(letters, INSTRUCTIONS))
    stack = []
    for char in text:
        if char in "0123456789":
            stack.append(int(char))
            continue
        instruction = meaning[char]
        # Too few numbers: the instruction does nothing.
        if len(stack) < NEEDED[instruction]:
            continue
        if instruction == "add":
            top = stack.pop()
            stack[-1] = (stack[-1] + top) % 100
        elif instruction == "multiply":
            top = stack.pop()
            stack[-1] = (stack[-1] * top) % 100
        elif instruction == "copy":
            stack.append(stack[-1])
        elif instruction == "swap":
            stack[-1], stack[-2] = stack[-2], stack[-1]
        elif instruction == "drop":
            stack.pop()
        else:
            # 100 - 0 is 100, which is 0 modulo 100.
            stack[-1] = (100 - stack[-1]) % 100
    if not stack:
        return "empty"
    return " ".join(str(number) for number in stack)


def open(seed):
    rng = random.Random(seed)
    return {"letters": "".join(rng.sample("abcdef", 6))}


def explore(state, text):
    return {
        "state": {"letters": state["letters"]},
        "feedback": _run(state["letters"], text),
    }


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        digits = "".join([rng.choice("0011122345") for _ in range(3)])
        letters = "".join([rng.choice("abcdef") for _ in range(6)])
        text = digits + letters
        # A text that was drawn before is drawn again.
        if text in seen:
            continue
        seen.add(text)
        result.append({
            "prompt": "What is on the stack after this text? " + text,
            "answer": _run(state["letters"], text),
            "comparator": "text",
        })
    return result
