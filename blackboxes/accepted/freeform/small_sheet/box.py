import random
import re


def _set_cells(cells, text):
    """The cells after the text, as a new dictionary."""
    after = dict(cells)
    # digits before the first letter belong to no match and are left out
    for letter, digits in re.findall(r"([pqr])([0-9]*)", text):
        after[letter] = int(digits) if digits else 0
    return after


def _show(state, cells):
    """The numbers X, Y and Z for these cells."""
    p, q, r = cells["p"], cells["q"], cells["r"]
    x = state["a"] * p + state["b"] * q
    y = state["c"] * r if p > state["limit"] else r + state["d"]
    return [x, y, x - y]


def open(seed):
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


def explore(state, text):
    cells = _set_cells(state["cells"], text)
    after = dict(state)
    after["cells"] = cells
    feedback = " ".join(str(number) for number in _show(state, cells))
    return {"state": after, "feedback": feedback}


def _draw_text(rng):
    if rng.randrange(2) == 1:
        p = rng.randint(0, 60)
        q = rng.randint(0, 60)
        r = rng.randint(0, 60)
        return f"p{p}q{q}r{r}"
    text = ""
    for _ in range(rng.randint(1, 3)):
        text += rng.choice("pqr")
        if rng.randrange(4) != 0:
            text += str(rng.randint(0, 60))
    if rng.randrange(4) == 0:
        text = str(rng.randint(0, 60)) + text
    return text


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
            "prompt": f"What do X, Y and Z show after {text}?",
            "answer": _show(state, _set_cells(state["cells"], text)),
            "comparator": "sequence",
        })
    return result
