import random
import re


def _shown(state, cells):
    p, q, r = cells["p"], cells["q"], cells["r"]
    x = state["a"] * p + state["b"] * q
    y = state["c"] * r if p > state["limit"] else r + state["d"]
    z = {"larger": max(x, y), "smaller": min(x, y), "sum": x + y, "difference": x - y}[state["last"]]
    return [x, y, z]


def open(seed: int):
    rng = random.Random(seed)
    a = rng.randint(1, 6)
    b = rng.choice([-3, -2, -1, 1, 2, 3])
    limit = rng.randint(3, 40)
    c = rng.randint(2, 5)
    d = rng.randint(1, 30)
    last = rng.choice(["larger", "smaller", "sum", "difference"])
    return {"cells": {"p": 0, "q": 0, "r": 0}, "a": a, "b": b, "limit": limit, "c": c, "d": d, "last": last}


def explore(state, text: str) -> dict:
    cells = dict(state["cells"])
    for letter, digits in re.findall(r"([pqr])([0-9]*)", text):
        cells[letter] = int(digits) if digits else 0
    shown = _shown(state, cells)
    return {"state": {**state, "cells": cells}, "feedback": " ".join(str(number) for number in shown)}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        drawn = tuple(rng.randint(0, 60) for _ in range(3))
        if drawn in seen:
            continue
        seen.add(drawn)
        p, q, r = drawn
        result.append(
            {
                "prompt": f"What do X, Y and Z show after p{p}q{q}r{r}?",
                "answer": _shown(state, {"p": p, "q": q, "r": r}),
                "comparator": "sequence",
            }
        )
    return result
