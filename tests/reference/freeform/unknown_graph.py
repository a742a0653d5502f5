"""Twenty nodes and twenty-four edges; a walk from where one stands is answered by distances."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

State = dict[str, Any]
Question = dict[str, Any]
NODES = "abcdefghijklmnopqrst"


def open(seed: int) -> State:
    """A tree whose nodes hang on one of the three before them, and five more edges."""
    rng = random.Random(seed)
    order = list(range(20))
    rng.shuffle(order)
    edges = [sorted([order[i], order[rng.randrange(max(0, i - 3), i)]]) for i in range(1, 20)]
    while len(edges) < 24:
        edge = sorted(rng.sample(range(20), 2))
        if edge not in edges:
            edges.append(edge)
    return {"edges": sorted(edges), "here": "a", "asked": []}


def explore(state: State, text: str) -> dict[str, Any]:
    """The distances of the steps of the text."""
    asked = sorted({*state["asked"], *pairs(state["here"] + text)})
    feedback = " ".join(map(str, distances(state, text)))
    return {"state": {"edges": state["edges"], "here": text[-1], "asked": asked}, "feedback": feedback}


def questions(state: State, seed: int, count: int) -> list[Question]:
    """Walks of five nodes, or of two to four, of new steps as far as a hundred draws find them."""
    rng = random.Random(seed)
    walks: list[str] = []
    while len(walks) < count:
        for _ in range(100):
            five = rng.randrange(4)
            walk = "".join(rng.sample(NODES, 5)) if five else short_walk(rng)
            if walk not in walks and not set(pairs(state["here"] + walk)) & set(state["asked"]):
                break
        walks.append(walk)
    prompt = "Which distances come back for this walk? "
    return [{"prompt": prompt + w, "answer": distances(state, w), "comparator": "sequence"} for w in walks]


def short_walk(rng: random.Random) -> str:
    """Two to four nodes, in which a node may come again, more often next to itself."""
    length = rng.randint(2, 4)
    walk = rng.choice(NODES)
    while len(walk) < length:
        walk += walk[-1] if rng.randrange(4) == 0 else rng.choice(NODES)
    return walk


def pairs(text: str) -> list[str]:
    """The pairs of different nodes that follow each other in a text, each in alphabetical order."""
    return ["".join(sorted(pair)) for pair in pairwise(text) if pair[0] != pair[1]]


def distances(state: State, text: str) -> list[int]:
    """Shortest ways, by Floyd and Warshall, of each step from where one stands."""
    far = [[0 if i == j else 99 for j in range(20)] for i in range(20)]
    for i, j in state["edges"]:
        far[i][j] = far[j][i] = 1
    for k in range(20):
        far = [[min(far[i][j], far[i][k] + far[k][j]) for j in range(20)] for i in range(20)]
    numbers = [NODES.index(node) for node in state["here"] + text]
    return [far[i][j] for i, j in pairwise(numbers)]
