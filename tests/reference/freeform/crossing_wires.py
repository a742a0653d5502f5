"""Sixteen drawn comparators on eight wires."""

from __future__ import annotations

import random
from typing import Any

Gates = list[list[int]]


def open(seed: int) -> Gates:
    """Sixteen pairs."""
    rng = random.Random(seed)
    return [rng.sample(range(8), 2) for _ in range(16)]


def explore(state: Gates, text: str) -> dict[str, Any]:
    """Send the digits through."""
    return {"state": state, "feedback": through(state, text)}


def questions(state: Gates, seed: int, count: int) -> list[dict[str, Any]]:
    """One to eight drawn digits, or eight different ones."""
    rng = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        if rng.randrange(2) == 0:
            text = "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 8)))
        else:
            text = "".join(rng.sample("123456789", 8))
        if text not in texts:
            texts.append(text)
    asked = "What comes out for this text? "
    return [{"prompt": asked + t, "answer": through(state, t), "comparator": "exact"} for t in texts]


def through(gates: Gates, text: str) -> str:
    """Each gate sorts two places."""
    carried = list(text.ljust(8, "0"))
    for low, high in gates:
        carried[low], carried[high] = sorted((carried[low], carried[high]))
    return "".join(carried)
