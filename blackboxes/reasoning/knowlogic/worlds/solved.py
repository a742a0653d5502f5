"""Spaces with too many worlds to list: a set of worlds is a gate of one circuit, and SAT says whether it is empty.

Nothing is counted here: a set is empty or not, equal or not, and two worlds that differ are enough for every proof.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from boxwright.blackboxes.reasoning.knowlogic.worlds.arrangements import count_arrangements
from boxwright.blackboxes.seeds import stream

if TYPE_CHECKING:
    from pysat.solvers import Solver

SOLVER = "cadical153"
SAMPLED = 1_000
"""Arrangements on which shares are estimated."""


class Region:
    """A set of worlds: a literal that is true in exactly these."""

    __slots__ = ("literal", "space")

    def __init__(self, space: SolvedSpace, literal: int) -> None:
        self.space, self.literal = space, literal

    def __and__(self, other: Region, /) -> Region:
        return Region(self.space, self.space.both(self.literal, other.literal))

    def __or__(self, other: Region, /) -> Region:
        return Region(self.space, -self.space.both(-self.literal, -other.literal))

    def __invert__(self) -> Region:
        return Region(self.space, -self.literal)

    def __bool__(self) -> bool:
        return self.space.possible(self.literal)


class SolvedSpace:
    """All injective maps of entities to slots, as clauses of one solver."""

    listed = False

    def __init__(self, entities: int, slots: int) -> None:
        """Write the clauses: each entity is in one slot, no two are in the same."""
        from pysat.solvers import Solver

        self.entities, self.slots = entities, slots
        self.count = count_arrangements(entities, slots)
        self._solver: Solver = Solver(name=SOLVER)
        self._true = entities * slots + 1
        self._top = self._true
        self._solver.add_clause([self._true])
        for entity in range(entities):
            self._exactly_one([self._variable(entity, slot) for slot in range(slots)])
        for slot in range(slots):
            self._at_most_one([self._variable(entity, slot) for entity in range(entities)])
        self._gates: dict[tuple[int, int], int] = {}
        self._known: dict[int, bool] = {self._true: True, -self._true: False}

    def _variable(self, entity: int, slot: int) -> int:
        return entity * self.slots + slot + 1

    def _exactly_one(self, literals: list[int]) -> None:
        self._solver.add_clause(literals)
        self._at_most_one(literals)

    def _at_most_one(self, literals: list[int]) -> None:
        for number, one in enumerate(literals):
            for other in literals[number + 1 :]:
                self._solver.add_clause([-one, -other])

    @cached_property
    def everything(self) -> Region:
        """All worlds."""
        return Region(self, self._true)

    @cached_property
    def at(self) -> list[list[Region]]:
        """`at[entity][slot]`: the worlds in which the entity is in the slot."""
        return [[Region(self, self._variable(e, s)) for s in range(self.slots)] for e in range(self.entities)]

    def both(self, one: int, other: int) -> int:
        """Return the literal of a gate that is true where both literals are."""
        if one == other or other == self._true:
            return one
        if one == self._true:
            return other
        if one == -other or -self._true in (one, other):
            return -self._true
        key = (one, other) if one < other else (other, one)
        gate = self._gates.get(key)
        if gate is None:
            self._top += 1
            gate = self._gates[key] = self._top
            for clause in ([-gate, one], [-gate, other], [gate, -one, -other]):
                self._solver.add_clause(clause)
        return gate

    def possible(self, literal: int) -> bool:
        """Whether a literal is true in any world."""
        found = self._known.get(literal)
        if found is None:
            found = self._known[literal] = bool(self._solver.solve(assumptions=[literal]))
        return found

    def first(self, worlds: Region) -> Region:
        """Return one world of a set that is not empty, as a set."""
        (world,) = self.worlds_of(worlds, 1)
        return self._single(world)

    def _single(self, world: Iterable[int]) -> Region:
        found = self.everything
        for entity, slot in enumerate(world):
            found &= self.at[entity][slot]
        return found

    def worlds_of(self, worlds: Region, limit: int) -> list[tuple[int, ...]]:
        """Return worlds of a set, at most `limit`: the slot of each entity."""
        found: list[tuple[int, ...]] = []
        while len(found) < limit and self._solver.solve(assumptions=[worlds.literal]):
            true = {literal for literal in self._solver.get_model() if literal > 0}
            world = tuple(
                next(slot for slot in range(self.slots) if self._variable(entity, slot) in true)
                for entity in range(self.entities)
            )
            found.append(world)
            if len(found) < limit:
                worlds = worlds & ~self._single(world)
        return found

    def sample(self) -> list[tuple[int, ...]]:
        """Return arrangements drawn once and for all, to estimate shares on."""
        return self._sample

    @cached_property
    def _sample(self) -> list[tuple[int, ...]]:
        rng: random.Random = stream("knowlogic", "arrangements", self.entities, self.slots)
        return [tuple(rng.sample(range(self.slots), self.entities)) for _ in range(SAMPLED)]
