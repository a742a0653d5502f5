"""The published puzzles themselves: drawn with numpy's generator in the published order of draws, seed 1234.

For every number of people the first 100 puzzles are the published test part, the others the training part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boxwright.blackboxes.reasoning.knights.puzzles.solver import is_unique
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    IMPLIES,
    LEAVES,
    LIE,
    NOT,
    OR,
    SAME,
    Statement,
    Statements,
)

SEED = 1234
TEST = 100
"""Puzzles of the test part."""


def published_puzzles(people: int, seed: int = SEED) -> Iterator[Statements]:
    """Yield the published puzzles in order, without end; no puzzle twice."""
    import numpy

    rng = numpy.random.default_rng(seed)
    seen: set[Statements] = set()
    while True:
        puzzle = tuple(_statement(rng, people, who, 2) for who in range(people))
        if puzzle not in seen and is_unique(puzzle):
            seen.add(puzzle)
            yield puzzle


def _statement(rng: Any, people: int, who: int, depth: int) -> Statement:
    """Draw a statement: the die is thrown at every level, also where only a leaf is possible."""
    die = int(rng.integers(0, 6))
    if depth == 1 or die == 0:
        while True:
            leaf = (str(rng.choice(LEAVES)), int(rng.integers(0, people)))
            if leaf != (LIE, who):
                return leaf
    if die == 1:
        return (NOT, _statement(rng, people, who, depth - 1))
    kind = (AND, OR, IMPLIES, SAME)[die - 2]
    size = int(rng.integers(2, 3)) if kind in (AND, OR) else 2
    parts: list[Statement] = []
    while len(parts) < size:
        part = _statement(rng, people, who, depth - 1)
        if part not in parts:
            parts.append(part)
    return (kind, *parts)
