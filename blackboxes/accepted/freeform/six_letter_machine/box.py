import random

# The instructions by their places in the state's text.
ADD, MULTIPLY, COPY, SWAP, DROP, NEGATE = range(6)


def open(seed: int):
    rng = random.Random(seed)
    return {"letters": "".join(rng.sample("abcdef", 6))}


def _run(letters, text):
    """Run the text on an empty stack; return the feedback."""
    stack = []
    for symbol in text:
        if symbol in "0123456789":
            stack.append(int(symbol))
            continue
        instruction = letters.index(symbol)
        needed = 2 if instruction in (ADD, MULTIPLY, SWAP) else 1
        if len(stack) < needed:
            continue  # too few numbers: nothing happens
        if instruction == ADD:
            top = stack.pop()
            stack[-1] = (stack[-1] + top) % 100
        elif instruction == MULTIPLY:
            top = stack.pop()
            stack[-1] = (stack[-1] * top) % 100
        elif instruction == COPY:
            stack.append(stack[-1])
        elif instruction == SWAP:
            stack[-1], stack[-2] = stack[-2], stack[-1]
        elif instruction == DROP:
            stack.pop()
        else:  # NEGATE
            stack[-1] = (100 - stack[-1]) % 100
    return " ".join(str(number) for number in stack) if stack else "empty"


def explore(state, text: str) -> dict:
    return {
        "state": {"letters": state["letters"]},
        "feedback": _run(state["letters"], text),
    }


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        digits = [rng.choice("123456789") for _ in range(3)]
        instructions = [rng.choice("abcdef") for _ in range(6)]
        text = "".join(digits + instructions)
        if text in drawn:
            continue
        drawn.add(text)
        result.append({
            "prompt": "What is on the stack after this text? " + text,
            "answer": _run(state["letters"], text),
            "comparator": "text",
        })
    return result
