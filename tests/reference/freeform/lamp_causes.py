"""Eight lamps that follow each other by drawn rules, and can be forced."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]
WANTED = {"both": (2,), "either": (1, 2), "one": (1,), "none": (0,)}
"""How many of the two causes are on where the lamp is."""


def open(seed: int) -> State:
    """Two lamps without causes, six with two."""
    rng = random.Random(seed)
    order = "".join(rng.sample("ABCDEFGH", 8))
    rules: list[list[str]] = [[rng.choice(["on", "off"])] for _ in range(2)]
    for place in range(2, 8):
        causes = rng.sample(order[:place], 2)
        rules.append([*causes, rng.choice(["both", "either", "one", "none"])])
    return {"order": order, "rules": rules}


def explore(state: State, text: str) -> dict[str, Any]:
    """Force, and look."""
    return {"state": state, "feedback": lamps(state, text)}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """Texts of one to eight letters."""
    rng = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        text = "".join([rng.choice("ABCDEFGHabcdefgh") for _ in range(rng.randint(1, 8))])
        if text not in texts:
            texts.append(text)
    asked = "Which lamps are on for this text? "
    return [{"prompt": asked + t, "answer": lamps(state, t), "comparator": "exact"} for t in texts]


def lamps(state: State, text: str) -> str:
    """In the order of the causes."""
    forced = {letter.upper(): letter.isupper() for letter in text}
    lit: dict[str, bool] = {}
    for lamp, rule in zip(state["order"], state["rules"], strict=True):
        if lamp in forced:
            lit[lamp] = forced[lamp]
        elif len(rule) == 1:
            lit[lamp] = rule == ["on"]
        else:
            lit[lamp] = lit[rule[0]] + lit[rule[1]] in WANTED[rule[2]]
    return "".join(str(int(lit[lamp])) for lamp in "ABCDEFGH")
