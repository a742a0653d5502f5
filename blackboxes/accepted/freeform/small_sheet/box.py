import random


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


def _formulas(state, cells):
    """The values of X, Y and Z for these cells."""
    p, q, r = cells["p"], cells["q"], cells["r"]
    x = state["a"] * p + state["b"] * q
    y = state["c"] * r if p > state["limit"] else r + state["d"]
    return [x, y, x - y]


def explore(state, text: str) -> dict:
    cells = dict(state["cells"])
    current = None  # the cell that digits belong to; none before the first letter
    for symbol in text:
        if symbol in "pqr":
            current = symbol
            cells[current] = 0
        elif current is not None:
            cells[current] = cells[current] * 10 + int(symbol)
    next_state = dict(state)
    next_state["cells"] = cells
    feedback = " ".join(str(value) for value in _formulas(state, cells))
    return {"state": next_state, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    drawn = set()
    result = []
    while len(result) < count:
        p = rng.randint(0, 60)
        q = rng.randint(0, 60)
        r = rng.randint(0, 60)
        if (p, q, r) in drawn:
            continue
        drawn.add((p, q, r))
        result.append({
            "prompt": f"What do X, Y and Z show after p{p}q{q}r{r}?",
            "answer": _formulas(state, {"p": p, "q": q, "r": r}),
            "comparator": "sequence",
        })
    return result
