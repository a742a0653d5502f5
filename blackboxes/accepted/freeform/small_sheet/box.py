import random

LETTERS = "pqr"
DIGITS = "0123456789"


def open(seed: int):
    rng = random.Random(seed)
    a = rng.randint(1, 6)
    b = rng.choice([-3, -2, -1, 1, 2, 3])
    limit = rng.randint(3, 40)
    c = rng.randint(2, 5)
    d = rng.randint(1, 30)
    return {
        "cells": {"p": 0, "q": 0, "r": 0},
        "a": a,
        "b": b,
        "limit": limit,
        "c": c,
        "d": d,
    }


def _set_cells(cells, text):
    """The cells after the text, as a new dictionary."""
    result = dict(cells)
    letter = None
    for ch in text:
        if ch in LETTERS:
            # A letter without digits sets its cell to 0.
            letter = ch
            result[letter] = 0
        elif ch in DIGITS and letter is not None:
            # Digits before the first letter are left out.
            result[letter] = result[letter] * 10 + int(ch)
    return result


def _formulas(state, cells):
    """The values of X, Y and Z for these cells."""
    p, q, r = cells["p"], cells["q"], cells["r"]
    x = state["a"] * p + state["b"] * q
    if p > state["limit"]:
        y = state["c"] * r
    else:
        y = r + state["d"]
    return [x, y, x - y]


def explore(state, text: str) -> dict:
    cells = _set_cells(state["cells"], text)
    following = dict(state)
    following["cells"] = cells
    feedback = " ".join(str(value) for value in _formulas(state, cells))
    return {"state": following, "feedback": feedback}


def _draw_text(rng):
    k = rng.randrange(2)
    if k == 1:
        p = rng.randint(0, 60)
        q = rng.randint(0, 60)
        r = rng.randint(0, 60)
        return f"p{p}q{q}r{r}"
    n = rng.randint(1, 3)
    text = ""
    for _ in range(n):
        text += rng.choice(LETTERS)
        # One time in four the letter stands alone.
        if rng.randrange(4) != 0:
            text += str(rng.randint(0, 60))
    # One time in four a number stands in front of the first letter.
    if rng.randrange(4) == 0:
        text = str(rng.randint(0, 60)) + text
    return text


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()  # only for membership; its order is never used
    result = []
    while len(result) < count:
        text = _draw_text(rng)
        if text in drawn:
            continue  # drawn again, from k on
        drawn.add(text)
        # Every question starts from the given state.
        cells = _set_cells(state["cells"], text)
        result.append({
            "prompt": f"What do X, Y and Z show after {text}?",
            "answer": _formulas(state, cells),
            "comparator": "sequence",
        })
    return result
