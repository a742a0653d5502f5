import random

# The instructions by their places; the session's letters stand in this order.
INSTRUCTIONS = ("add", "multiply", "copy", "swap", "drop", "negate")

# How many numbers an instruction needs; with fewer it does nothing.
NEEDED = {
    "add": 2, "multiply": 2, "swap": 2,
    "copy": 1, "drop": 1, "negate": 1,
}


def run(state, text):
    """The stack after the text, from the bottom to the top."""
    meaning = dict(zip(state["letters"], INSTRUCTIONS))
    stack = [state["ground"]]
    for char in text:
        if char in "0123456789":
            stack.append(int(char))
            continue
        name = meaning[char]
        if len(stack) < NEEDED[name]:
            continue
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
            # 100 - 0 is 100, which is 0 modulo 100.
            stack.append((100 - top) % 100)
        # For drop, the top number is gone already.
    return stack


def feedback_for(state, text):
    stack = run(state, text)
    if not stack:
        return "empty"
    return " ".join(str(number) for number in stack)


def open(seed: int):
    rng = random.Random(seed)
    letters = "".join(rng.sample("abcdef", 6))
    ground = rng.randint(10, 99)
    return {"letters": letters, "ground": ground}


def explore(state, text: str) -> dict:
    return {"state": dict(state), "feedback": feedback_for(state, text)}


def draw_text(rng):
    k = rng.randrange(4)
    if k == 0:
        n = rng.randint(1, 4)
        return "".join(rng.choice("0123456789abcdef") for _ in range(n))
    # Zero is drawn twice as often as any other digit.
    chars = [rng.choice("00123456789") for _ in range(7)]
    chars += [rng.choice("abcdef") for _ in range(13)]
    rng.shuffle(chars)
    return "".join(chars)


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = draw_text(rng)
        if text in seen:
            # Drawn before in this call: draw again, from k on.
            continue
        seen.add(text)
        result.append({
            "prompt": f"What is on the stack after this text? {text}",
            "answer": feedback_for(state, text),
            "comparator": "text",
        })
    return result
