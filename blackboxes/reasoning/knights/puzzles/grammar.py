"""The statements that one person may make: how many there are, and drawing one.

Published sampling: throw a weighted die at every level above the last, a leaf or an operator. `and` and `or` join 2 to
W parts. The parts of an operator are drawn again until they differ. A leaf is uniform over what may be said of whom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random

from boxwright.blackboxes.reasoning.knights.puzzles import tables
from boxwright.blackboxes.reasoning.knights.puzzles.solver import can_be
from boxwright.blackboxes.reasoning.knights.puzzles.specification import KINDS, LEAF, CannotBeMade, Specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    LEAVES,
    LIE,
    NOT,
    OR,
    Statement,
    mentioned,
)

MOST_CELLS = 20_000
"""The largest wheel of equally likely statements that is kept."""
TABLED = 12
"""People up to whom a wheel keeps truth tables; beyond, they are computed anew."""
MOST_REDRAWS = 10_000
"""Draws of one statement until it is one that the specification allows."""


@dataclass(frozen=True)
class Speaker:
    """One person's statements under a specification."""

    who: int
    wanted: Specification
    leaves: tuple[Statement, ...] = field(init=False)

    def __post_init__(self) -> None:
        told = [(kind, person) for kind in LEAVES for person in range(self.wanted.people)]
        forbidden = {"truth": (LIE,), "any": (), "never": LEAVES}[self.wanted.own]
        object.__setattr__(
            self, "leaves", tuple(leaf for leaf in told if leaf not in [(f, self.who) for f in forbidden])
        )

    def sizes(self, kind: str) -> range:
        """Return how many parts an operator may join."""
        return range(2, self.wanted.width + 1) if kind in (AND, OR) else range(2, 3)

    def check(self) -> None:
        """Check that operators never lack different parts. Raises: CannotBeMade saying which width is possible.

        There are never fewer statements of a depth than of the one below, so the leaves decide.
        """
        kinds = [kind for kind, weight in zip(KINDS, self.wanted.weights, strict=True) if weight]
        most = max((self.sizes(kind).stop - 1 for kind in kinds if kind not in (LEAF, NOT)), default=0)
        if self.wanted.depth > 1 and len(self.leaves) < most:
            raise CannotBeMade(
                f"width={self.wanted.width}: {self.wanted.people} people have only {len(self.leaves)} different "
                f"statements of depth 1 to join; write width={max(2, len(self.leaves))} or less, or more people"
            )

    def drawn(self, rng: Random, depth: int | None = None) -> Statement:
        """Draw a statement of the published kind, without the specification's further conditions."""
        depth = self.wanted.depth if depth is None else depth
        kind = LEAF if depth == 1 else KINDS[self._die[int(rng.random() * len(self._die))]]
        if kind == LEAF:
            return self.leaves[int(rng.random() * len(self.leaves))]
        if kind == NOT:
            return (NOT, self.drawn(rng, depth - 1))
        sizes = self.sizes(kind)
        size = sizes[int(rng.random() * len(sizes))] if len(sizes) > 1 else 2
        parts: list[Statement] = []
        while len(parts) < size:
            part = self.drawn(rng, depth - 1)
            if part not in parts:
                parts.append(part)
        return (kind, *parts)

    @cached_property
    def _die(self) -> tuple[int, ...]:
        common = math.gcd(*self.wanted.weights)
        return tuple(face for face, weight in enumerate(self.wanted.weights) for _ in range(weight // common))

    def allows(self, statement: Statement) -> bool:
        """Return whether a statement meets the conditions about constant claims and settled speakers."""
        if self.wanted.constant and self.wanted.settled:
            return True
        true, false = self._possible(statement, True), self._possible(statement, False)
        constant = not (any(true) and any(false))
        settled = not true[True] or not false[False]
        return (self.wanted.constant or not constant) and (self.wanted.settled or not settled)

    def _possible(self, statement: Statement, value: bool) -> tuple[bool, bool]:
        """Return whether a statement can have a value if its speaker is a knave, and if he is a knight."""
        people = sorted({*mentioned(statement), self.who})
        if len(people) > tables.MOST_PEOPLE:
            knave, knight = (can_be(statement, {self.who: role}, value) for role in (False, True))
            return knave, knight
        free, full = tables.knights(len(people)), tables.everywhere(len(people))
        table = tables.table_of(statement, dict(zip(people, free, strict=True)), full)
        left, own = (table if value else full ^ table), free[people.index(self.who)]
        return bool(left & ~own), bool(left & own)

    def source(self) -> Callable[[Random], tuple[Statement, int]]:
        """Return what draws a statement with its claim's table (0 beyond MOST_PEOPLE of `tables`).

        Raises: CannotBeMade if the specification allows no statement.
        """
        wheel = self._wheel()
        if wheel is not None:
            cells, size = wheel, len(wheel)
            if not size:
                raise CannotBeMade(f"person {self.who} has nothing to say under {self.wanted.key}; allow more")
            return lambda rng: cells[int(rng.random() * size)]
        return self._redrawn

    def _redrawn(self, rng: Random) -> tuple[Statement, int]:
        for _ in range(MOST_REDRAWS):
            statement = self.drawn(rng)
            if self.allows(statement):
                return statement, self.claim(statement)
        raise CannotBeMade(f"no statement in {MOST_REDRAWS:,} met the conditions of {self.wanted.key}; ask for less")

    def claim(self, statement: Statement) -> int:
        """Return the worlds in which the speaker's role agrees with a statement."""
        people = self.wanted.people
        if people > tables.MOST_PEOPLE:
            return 0
        roles, full = tables.knights(people), tables.everywhere(people)
        return full ^ roles[self.who] ^ tables.table_of(statement, roles, full)

    def _wheel(self) -> Sequence[tuple[Statement, int]] | None:
        """Return equally likely cells of statements of depth 2 and width 2; None where there would be too many."""
        if (self.wanted.depth, self.wanted.width) != (2, 2) or self.wanted.people > TABLED:
            return None
        leaves, pairs = self.leaves, math.perm(len(self.leaves), 2)
        if len(self._die) * pairs > MOST_CELLS:
            return None
        cells: list[tuple[Statement, int]] = []
        for face in self._die:
            kind = KINDS[face]
            if kind in (LEAF, NOT):
                said: list[Statement] = [leaf if kind == LEAF else (NOT, leaf) for leaf in leaves]
                times = pairs // len(leaves)
            else:
                said = [(kind, one, other) for one in leaves for other in leaves if one != other]
                times = 1
            for statement in said:
                if self.allows(statement):
                    cells += [(statement, self.claim(statement))] * times
        return cells


@lru_cache(maxsize=16)
def speakers(wanted: Specification) -> tuple[Speaker, ...]:
    """Return everybody's grammar. Raises: CannotBeMade."""
    found = tuple(Speaker(who, wanted) for who in range(wanted.people))
    for speaker in found:
        speaker.check()
    return found
