import random
import re


def _formulas(state, cells):
    """X, Y and Z for the given cells."""
    p, q, r = cells["p"], cells["q"], cells["r"]
    x = state["a"] * p + state["b"] * q
    y = state["c"] * r if p > state["limit"] else r + state["d"]
    last = state["last"]
    if last == "larger":
        z = max(x, y)
    elif last == "smaller":
        z = min(x, y)
    elif last == "sum":
        z = x + y
    else:  # difference
        z = x - y
    return [x, y, z]


def open(seed):
    rng = random.Random(seed)
    a = rng.randint(1, 6)
    b = rng.choice([-3, -2, -1, 1, 2, 3])
    limit = rng.randint(3, 40)
    c = rng.randint(2, 5)
    d = rng.randint(1, 30)
    last = rng.choice(["larger", "smaller", "sum", "difference"])
    return {
        "cells": {"p": 0, "q": 0, "r": 0},
        "a": a,
        "b": b,
        "limit": limit,
        "c": c,
        "d": d,
        "last": last,
    }


def explore(state, text):
    cells = dict(state["cells"])
    # digits before the first letter are not matched and so left out
    for cell, digits in re.findall(r"([pqr])([0-9]*)", text):
        cells[cell] = int(digits) if digits else 0
    feedback = " ".join(str(value) for value in _formulas(state, cells))
    return {"state": {**state, "cells": cells}, "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        p = rng.randint(0, 60)
        q = rng.randint(0, 60)
        r = rng.randint(0, 60)
        if (p, q, r) in seen:
            # drawn before: draw all three again
            continue
        seen.add((p, q, r))
        result.append({
            "prompt": f"What do X, Y and Z show after p{p}q{q}r{r}?",
            "answer": _formulas(state, {"p": p, "q": q, "r": r}),
            "comparator": "sequence",
        })
    return result
