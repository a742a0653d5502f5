"""Derivation trees of the grammar S = c | a S | S b | S S, counted over all intervals."""

from __future__ import annotations

import random
from typing import Any


def open(seed: int) -> int:
    """There is no state."""
    return 0


def explore(state: int, text: str) -> dict[str, Any]:
    """Count the trees."""
    return {"state": state, "feedback": str(trees(text))}


def questions(state: int, seed: int, count: int) -> list[dict[str, Any]]:
    """Sentences that grow from c, and some of any letters."""
    rng = random.Random(seed)
    sentences: list[str] = []
    while len(sentences) < count:
        sentence = grown(rng) if rng.randrange(3) else "".join(rng.choice("abc") for _ in range(rng.randint(1, 8)))
        if sentence not in sentences:
            sentences.append(sentence)
    asked = "In how many ways can this sentence be derived? "
    return [{"prompt": asked + s, "answer": trees(s), "comparator": "number"} for s in sentences]


def grown(rng: random.Random) -> str:
    """A sentence that grows from c by five letters."""
    sentence = "c"
    for _ in range(5):
        kind = rng.choice(["left", "right", "join"])
        sentence = "a" + sentence if kind == "left" else sentence + {"right": "b", "join": "c"}[kind]
    return sentence


def trees(text: str) -> int:
    """Shorter intervals first."""
    ways: dict[tuple[int, int], int] = {}
    for size in range(1, len(text) + 1):
        for start in range(len(text) - size + 1):
            end = start + size
            found = int(text[start:end] == "c")
            if size > 1:
                found += (text[start] == "a") * ways[start + 1, end] + (text[end - 1] == "b") * ways[start, end - 1]
            found += sum(ways[start, cut] * ways[cut, end] for cut in range(start + 1, end))
            ways[start, end] = found
    return ways.get((0, len(text)), 0)
