"""A row of cells, one generation per query; the rule and what lies beyond the ends are drawn."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]
Question = dict[str, Any]


def open(seed: int) -> State:
    """Rule number in Wolfram's counting, and whether the ends are joined."""
    rng = random.Random(seed)
    rule = rng.choice([22, 30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 146, 150])
    return {"rule": rule, "ring": rng.randrange(2) == 1}


def explore(state: State, text: str) -> dict[str, Any]:
    """The next generation."""
    return {"state": state, "feedback": generation(state, text)}


def questions(state: State, seed: int, count: int) -> list[Question]:
    """Rows of one to twelve cells, three generations on."""
    rng = random.Random(seed)
    chosen: list[str] = []
    while len(chosen) < count:
        row = "".join(rng.choice("01") for _ in range(rng.randint(1, 12)))
        if row not in chosen:
            chosen.append(row)
    asked = []
    for row in chosen:
        after = row
        for _ in range(3):
            after = generation(state, after)
        prompt = f"Which row comes three generations after this one? {row}"
        asked.append({"prompt": prompt, "answer": after, "comparator": "exact"})
    return asked


def generation(state: State, row: str) -> str:
    """Look every neighbourhood up in the rule's bits."""
    ends = (row[-1], row[0]) if state["ring"] else ("0", "0")
    padded = ends[0] + row + ends[1]
    return "".join(str(state["rule"] >> int(padded[i : i + 3], 2) & 1) for i in range(len(row)))
