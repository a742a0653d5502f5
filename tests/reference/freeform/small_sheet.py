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
    after = {**state, "cells": {**state["cells"], **written(text)}}
    return {"state": after, "feedback": "{} {} {}".format(*results(after, after["cells"]))}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """Half of the texts set all three cells, half are of one to three settings."""
    rng = random.Random(seed)
    texts: dict[str, None] = {}
    while len(texts) < count:
        all_cells = rng.randrange(2)
        texts["".join(f"{name}{rng.randint(0, 60)}" for name in "pqr") if all_cells else settings(rng)] = None
    return [
        {
            "prompt": f"What do X, Y and Z show after {text}?",
            "answer": results(state, {**state["cells"], **written(text)}),
            "comparator": "sequence",
        }
        for text in texts
    ]


def settings(rng: random.Random) -> str:
    """One to three letters, some without digits, now and then with digits in front."""
    text = ""
    for _ in range(rng.randint(1, 3)):
        text += rng.choice("pqr")
        text += str(rng.randint(0, 60)) if rng.randrange(4) else ""
    return text if rng.randrange(4) else f"{rng.randint(0, 60)}{text}"


def written(text: str) -> dict[str, int]:
    """What a text sets."""
    return {name: int(digits or 0) for name, digits in re.findall("([pqr])([0-9]*)", text)}


def results(state: State, cells: dict[str, int]) -> list[int]:
    """X, Y and Z."""
    x = state["a"] * cells["p"] + state["b"] * cells["q"]
    y = state["c"] * cells["r"] if cells["p"] > state["limit"] else cells["r"] + state["d"]
    return [x, y, x - y]
