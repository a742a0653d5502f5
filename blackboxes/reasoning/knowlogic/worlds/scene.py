"""A scene: a scenario with its entities and slots, and what statements mean in it: the worlds in which they hold."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

from boxwright.blackboxes.reasoning.knowlogic.knowledge.meaning import Record, evaluate
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import (
    PLACED,
    Named,
    Relation,
    Scenario,
    extension,
    records,
)
from boxwright.blackboxes.reasoning.knowlogic.worlds.sets import Space, Worlds, space_of


@dataclass(frozen=True, order=True)
class Atom:
    """A statement: a relation of entities (by number), or its denial. `placed:3` puts an entity into slot 3.

    A number below zero is whoever is in a slot: `whoever(s)`.
    """

    relation: str
    entities: tuple[int, ...]
    positive: bool = True

    def denied(self) -> Atom:
        """Return the statement that is true where this one is not."""
        return Atom(self.relation, self.entities, not self.positive)


def whoever(slot: int) -> int:
    """Return what stands in a statement for the entity in a slot, whoever that is; its own inverse."""
    return ~slot


class Meanings:
    """What the relations of a scenario mean for given slots and entities' attributes; shared by equal scenes."""

    def __init__(self, scenario: Scenario, slots: Sequence[Named], brought: Sequence[Mapping[str, object]]) -> None:
        self.scenario, self.slots = scenario, tuple(slots)
        self.size = len(self.slots)
        plain = self._plain = records(self.slots, scenario.links)
        self._filled = [
            [Record(r.key, {**r.attributes, **attributes}) if attributes else r for r in plain]
            for attributes in brought
        ]
        self._alike = not any(brought)
        self.space: Space = space_of(len(brought), self.size)
        self.relations: dict[str, Relation] = dict(scenario.relations)
        self._brought = [tuple(sorted(attributes.items())) for attributes in brought]
        self._extensions: dict[Any, frozenset[tuple[int, ...]]] = {} if scenario.drawn else scenario.extensions
        self._masks: dict[Atom, Worlds] = {}
        if scenario.drawn:
            self.relations = dict(self._usable(plain))
        self._vague: dict[str, bool] = {}
        self._atoms: list[Atom] | None = None

    def _usable(self, drawn: Sequence[Record]) -> Iterator[tuple[str, Relation]]:
        """Yield the relations that rest on no disputable value here, and that hold of some things but not of all."""
        common = set(drawn[0].attributes).intersection(*(record.attributes for record in drawn))
        for key, relation in self.relations.items():
            if relation.asked <= common:
                pairs = len(self.extension(key, tuple(range(relation.arity))))
                if 0 < pairs < math.perm(self.size, relation.arity):
                    yield key, relation

    @property
    def entities(self) -> int:
        """The number of entities."""
        return len(self._filled)

    def arity(self, relation: str) -> int:
        """Return a relation's number of entities."""
        return 1 if relation.startswith(PLACED) else self.relations[relation].arity

    def extension(self, relation: str, entities: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        """Return the tuples of slots for which a relation of these entities holds. Raises: BadMeaning."""
        if relation.startswith(PLACED):
            return frozenset({(int(relation.partition(":")[2]),)})
        key = (
            relation if self._alike else (relation, tuple(self._brought[entity] for entity in entities if entity >= 0))
        )
        found = self._extensions.get(key)
        if found is None and self.scenario.drawn and len(entities) == 1:
            found = self._extensions[key] = self._of_one(self.relations[relation])
        if found is None:
            filled = [self._filled[entity] if entity >= 0 else self._plain for entity in entities]
            found = extension(self.relations[relation], self.scenario.definitions, filled, self.size)
            self._extensions[key] = found
        return found

    def _of_one(self, relation: Relation) -> frozenset[tuple[int, ...]]:
        """Return the drawn slots for which a relation holds; it is evaluated once for each thing."""
        known = self.scenario.extensions
        for slot, record in zip(self.slots, self._plain, strict=True):
            if (relation.key, slot.key) not in known:
                holds = evaluate(relation.body, {"a": record, "k": relation.k}, self.scenario.definitions)
                known[relation.key, slot.key] = frozenset({()}) if holds else frozenset()
        return frozenset((n,) for n, slot in enumerate(self.slots) if known[relation.key, slot.key])

    def mask(self, atom: Atom) -> Worlds:
        """Return the worlds in which a statement holds. Raises: BadMeaning."""
        found = self._masks.get(atom)
        if found is None:
            found = self._positive(atom)
            if not atom.positive:
                found = self.space.everything & ~found
            self._masks[atom] = found
        return found

    def _positive(self, atom: Atom) -> Worlds:
        at = self.space.at
        found: Worlds = self.space.everything & ~self.space.everything
        for slots in self.extension(atom.relation, atom.entities):
            mask = self.space.everything
            for entity, slot in zip(atom.entities, slots, strict=True):
                if entity >= 0:
                    mask &= at[entity][slot]
                elif whoever(entity) != slot:
                    break
            else:
                found |= mask
        return found

    def holds(self, atom: Atom, world: Sequence[int]) -> bool:
        """Whether a statement holds in one world: evaluated on its slots, without sets of worlds."""
        slots = tuple(world[entity] if entity >= 0 else whoever(entity) for entity in atom.entities)
        return (slots in self.extension(atom.relation, atom.entities)) == atom.positive

    def is_vague(self, relation: str) -> bool:
        """Whether a statement leaves its first entity several slots although the others' are known."""
        found = self._vague.get(relation)
        if found is None:
            arity = self.arity(relation)
            rest = Counter(slots[1:] for slots in self.extension(relation, tuple(range(arity))))
            found = self._vague[relation] = any(number > 1 for number in rest.values())
        return found

    def atoms(self) -> list[Atom]:
        """Return every positive statement, placements last."""
        if self._atoms is None:
            numbers = range(self.entities)
            relations = [
                Atom(key, entities)
                for key, relation in self.relations.items()
                for entities in permutations(numbers, relation.arity)
            ]
            placed = [Atom(f"{PLACED}:{slot}", (entity,)) for entity in numbers for slot in range(self.size)]
            self._atoms = relations + placed
        return self._atoms

    def all_of(self, atoms: Iterable[Atom]) -> Worlds:
        """Return the worlds in which all statements hold."""
        found: Worlds = self.space.everything
        for atom in atoms:
            found &= self.mask(atom)
        return found


@lru_cache(maxsize=64)
def _shared(
    scenario: Scenario, slots: tuple[Named, ...], brought: tuple[tuple[tuple[str, object], ...], ...]
) -> Meanings:
    return Meanings(scenario, slots, [dict(pairs) for pairs in brought])


@dataclass(frozen=True)
class Scene:
    """A scenario with who is in it. Equal scenes share their meanings."""

    scenario: Scenario
    entities: tuple[Named, ...]
    slots: tuple[Named, ...]

    @property
    def meanings(self) -> Meanings:
        """What statements mean here."""
        wanted = self.scenario.asked_of_entities
        brought = tuple(
            tuple((name, entity.attributes[name]) for name in wanted if name in entity.attributes)
            for entity in self.entities
        )
        return _shared(self.scenario, self.slots, brought)

    def statements(self) -> Iterator[Atom]:
        """Yield every positive statement about the scene."""
        yield from self.meanings.atoms()
