import random
import re

SETTING = re.compile(r"([pqr])([0-9]*)")


def _cells_after(cells, text):
    result = dict(cells)
    # Digits before the first letter belong to no setting and are left out.
    for letter, digits in SETTING.findall(text):
        result[letter] = int(digits) if digits else 0
    return result


def _formulas(state, cells):
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
    cells = _cells_after(state["cells"], text)
    next_state = dict(state)
    next_state["cells"] = cells
    feedback = " ".join(str(value) for value in _formulas(state, cells))
    return {"state": next_state, "feedback": feedback}


def _draw_text(rng):
    k = rng.randrange(2)
    if k == 1:
        return "".join(letter + str(rng.randint(0, 60)) for letter in "pqr")
    n = rng.randint(1, 3)
    text = ""
    for _ in range(n):
        text += rng.choice("pqr")
        if rng.randrange(4) != 0:
            text += str(rng.randint(0, 60))
    if rng.randrange(4) == 0:
        text = str(rng.randint(0, 60)) + text
    return text


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
            "prompt": f"What do X, Y and Z show after {text}?",
            "answer": _formulas(state, _cells_after(state["cells"], text)),
            "comparator": "sequence",
        })
    return result
