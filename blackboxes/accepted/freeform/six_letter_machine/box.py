import random

# the instructions by their places in state["letters"], and how many numbers each needs
INSTRUCTIONS = ["add", "multiply", "copy", "swap", "drop", "negate"]
NEEDED = {"add": 2, "multiply": 2, "copy": 1, "swap": 2, "drop": 1, "negate": 1}


def _run(letters, text):
    stack = []
    for character in text:
        if character in "0123456789":
            stack.append(int(character))
            continue
        instruction = INSTRUCTIONS[letters.index(character)]
        if len(stack) < NEEDED[instruction]:
            # too few numbers: nothing happens
            continue
        top = stack.pop()
        if instruction == "add":
            stack.append((stack.pop() + top) % 100)
        elif instruction == "multiply":
            stack.append((stack.pop() * top) % 100)
        elif instruction == "copy":
            stack += [top, top]
        elif instruction == "swap":
            below = stack.pop()
            stack += [top, below]
        elif instruction == "negate":
            # modulo 100, so 0 stays 0
            stack.append((100 - top) % 100)
        # drop: the top number is gone already
    return " ".join(str(number) for number in stack) if stack else "empty"


def open(seed):
    rng = random.Random(seed)
    return {"letters": "".join(rng.sample("abcdef", 6))}


def explore(state, text):
    return {"state": state, "feedback": _run(state["letters"], text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        digits = "".join(rng.choice("123456789") for _ in range(3))
        code = "".join(rng.choice("abcdef") for _ in range(6))
        text = digits + code
        if text in seen:
            # drawn before: draw again
            continue
        seen.add(text)
        result.append({
            "prompt": "What is on the stack after this text? " + text,
            "answer": _run(state["letters"], text),
            "comparator": "text",
        })
    return result
