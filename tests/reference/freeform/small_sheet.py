"""A sheet of three numbers and three formulas with drawn constants."""

from __future__ import annotations

import random
import re
from typing import Any

State = dict[str, Any]


def open(seed: int) -> State:
    """Empty cells, drawn constants."""
    rng = random.Random(seed)
    a, b = rng.randint(1, 6), rng.choice([-3, -2, -1, 1, 2, 3])
    limit, c, d = rng.randint(3, 40), rng.randint(2, 5), rng.randint(1, 30)
    return {"cells": dict.fromkeys("pqr", 0), "a": a, "b": b, "limit": limit, "c": c, "d": d}


def explore(state: State, text: str) -> dict[str, Any]:
    """Set cells, and read."""
    written = {name: int(digits or 0) for name, digits in re.findall("([pqr])([0-9]*)", text)}
    after = {**state, "cells": {**state["cells"], **written}}
    return {"state": after, "feedback": "{} {} {}".format(*results(after, after["cells"]))}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """All three cells are given."""
    rng = random.Random(seed)
    drawn: list[dict[str, int]] = []
    while len(drawn) < count:
        cells = {name: rng.randint(0, 60) for name in "pqr"}
        if cells not in drawn:
            drawn.append(cells)
    return [
        {
            "prompt": "What do X, Y and Z show after p{p}q{q}r{r}?".format(**cells),
            "answer": results(state, cells),
            "comparator": "sequence",
        }
        for cells in drawn
    ]


def results(state: State, cells: dict[str, int]) -> list[int]:
    """X, Y and Z."""
    x = state["a"] * cells["p"] + state["b"] * cells["q"]
    y = state["c"] * cells["r"] if cells["p"] > state["limit"] else cells["r"] + state["d"]
    return [x, y, x - y]
