"""A small sheet: three cells with numbers and three cells with hidden formulas."""

import random

CELLS = "pqr"
DIGITS = "0123456789"


def open(seed):
    rng = random.Random(seed)
    # The order of the draws matters.
    a = rng.randint(1, 6)
    b = rng.choice([-3, -2, -1, 1, 2, 3])
    limit = rng.randint(3, 40)
    c = rng.randint(2, 5)
    d = rng.randint(1, 30)
    return {"cells": {"p": 0, "q": 0, "r": 0}, "a": a, "b": b, "limit": limit, "c": c, "d": d}


def set_cells(cells, text):
    """The cells after a text, as a new dictionary."""
    result = dict(cells)
    letter = None
    for character in text:
        if character in CELLS:
            letter = character
            result[letter] = 0  # stays 0 where no digits follow
        elif character in DIGITS and letter is not None:
            result[letter] = result[letter] * 10 + int(character)
    return result


def formulas(state, cells):
    """X, Y and Z for these cells."""
    p, q, r = cells["p"], cells["q"], cells["r"]
    x = state["a"] * p + state["b"] * q
    if p > state["limit"]:
        y = state["c"] * r
    else:
        y = r + state["d"]
    return [x, y, x - y]


def explore(state, text):
    cells = set_cells(state["cells"], text)
    next_state = dict(state)
    next_state["cells"] = cells
    feedback = " ".join(str(value) for value in formulas(state, cells))
    return {"state": next_state, "feedback": feedback}


def draw_text(rng):
    k = rng.randrange(2)
    if k == 1:
        return "".join(letter + str(rng.randint(0, 60)) for letter in CELLS)
    n = rng.randint(1, 3)
    text = ""
    for _ in range(n):
        text += rng.choice(CELLS)
        if rng.randrange(4) != 0:
            text += str(rng.randint(0, 60))
    if rng.randrange(4) == 0:
        # Digits before the first letter; they set nothing.
        text = str(rng.randint(0, 60)) + text
    return text


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
            "prompt": f"What do X, Y and Z show after {text}?",
            "answer": formulas(state, set_cells(state["cells"], text)),
            "comparator": "sequence",
        })
    return result
