"""A stack machine modulo 100 whose six instructions have drawn letters; one number lies on the stack at first."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]


def open(seed: int) -> State:
    """Shuffled letters, and what lies on the ground."""
    rng = random.Random(seed)
    return {"letters": "".join(rng.sample("abcdef", 6)), "ground": rng.randint(10, 99)}


def explore(state: State, text: str) -> dict[str, Any]:
    """Run the text."""
    return {"state": dict(state), "feedback": shown(state, text)}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """Seven digits and thirteen letters, shuffled, or a short text."""
    rng = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        if rng.randrange(4) == 0:
            characters = [rng.choice("0123456789abcdef") for _ in range(rng.randint(1, 4))]
        else:
            characters = [rng.choice("00123456789") for _ in range(7)] + [rng.choice("abcdef") for _ in range(13)]
            rng.shuffle(characters)
        text = "".join(characters)
        if text not in texts:
            texts.append(text)
    asked = "What is on the stack after this text? "
    return [{"prompt": asked + t, "answer": shown(state, t), "comparator": "text"} for t in texts]


def shown(state: State, text: str) -> str:
    """The stack as a text."""
    stack = [int(state["ground"])]
    for character in text:
        if character.isdigit():
            stack.append(int(character))
        else:
            stack = step(state["letters"].index(character), stack)
    return " ".join(map(str, stack)) or "empty"


def step(instruction: int, stack: list[int]) -> list[int]:
    """Return the stack after an instruction, as a new list."""
    if len(stack) < (2, 2, 1, 2, 1, 1)[instruction]:
        return stack
    below, top = stack[:-1], stack[-1]
    if instruction == 2:
        return [*stack, top]
    if instruction == 4:
        return below
    if instruction == 5:
        return [*below, (100 - top) % 100]
    under = below.pop()
    return [*below, *{0: [(under + top) % 100], 1: [under * top % 100], 3: [top, under]}[instruction]]
