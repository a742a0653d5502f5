"""What an exam of an algorithm asks: visits of every checkpoint that a run passes, and how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked
from boxwright.blackboxes.types import Call

FUNCTIONS = ("run",)
RUNS = 80
"""Runs on random inputs, besides those at the edges."""


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask, for every run, one visit of each checkpoint that it passes, and one visit that does not exist."""
    rules = reference.rules
    drawn = [rules.inputs.draw(rng) for _ in range(RUNS)]
    for inputs in [*rules.inputs.corners(), *drawn]:
        counts = reference.call("boxwright_counts", inputs)
        for index in sorted(counts):
            yield _visit(inputs, index, rng.randint(1, min(counts[index], rules.questions.max_visit)))
        index = rng.choice(sorted(counts)) if counts else 1
        yield _visit(inputs, index, counts.get(index, 0) + 1)


def _visit(inputs: Mapping[str, Any], index: int, visit: int) -> Asked:
    query = {"inputs": inputs, "checkpoint": [index, visit]}
    return Asked(query, Call("boxwright_visit", (query,)), lambda found: found)
