"""A scenario as questions use it: slots, relations with one meaning each, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from boxwright.blackboxes.reasoning.knowlogic.knowledge.meaning import Definition, Record, attributes_of, evaluate

Language = Literal["en", "zh"]
PLACED = "placed"
"""The relation between an entity and a slot, written `placed:SLOT` for each slot."""


@dataclass(frozen=True)
class Named:
    """A slot or an entity: its key, its words by language, and what is known about it."""

    key: str
    words: Mapping[str, str] = field(compare=False)
    attributes: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def of(self, language: str) -> str:
        """Return its name in a language."""
        return self.words[language]


@dataclass(frozen=True)
class Relation:
    """One relation with one meaning. A file's relation with numbers `for_k` becomes one of these for each number."""

    key: str
    """E.g. `right_by:2`."""
    arity: int
    body: Any = field(compare=False, repr=False)
    """The parsed expression."""
    forms: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    denials: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    says: Mapping[str, str] = field(compare=False, repr=False)
    note: Mapping[str, str] = field(compare=False, repr=False)
    which: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """The question that asks for a slot, where it is not made of a form with `whoever` in the place of {a}."""
    k: int | None = None
    knowledge: int = 0

    @property
    def name(self) -> str:
        """The file's name for it, without the number."""
        return self.key.partition(":")[0]

    @cached_property
    def asked(self) -> frozenset[str]:
        """The attributes that its meaning asks for."""
        return frozenset(attributes_of(self.body))


@dataclass(frozen=True, eq=False)
class Scenario:
    """One scenario of a domain."""

    key: str
    domain: str
    title: Mapping[str, str]
    picture: str = field(repr=False)
    world: str
    world_says: Mapping[str, str]
    cyclic: bool
    members: tuple[Named, ...] = field(repr=False)
    """Everybody and everything that can fill a slot."""
    count: int
    slots: tuple[Named, ...]
    """Empty if they are drawn for each question."""
    things: tuple[Named, ...] = field(repr=False)
    """What slots are drawn from, if they are."""
    drawn: int
    """How many of them are drawn; 0 if slots are fixed."""
    described: Mapping[str, str] | None
    """How entities are described, with {p} for what is known about them."""
    links: tuple[str, ...]
    relations: Mapping[str, Relation] = field(repr=False)
    definitions: Mapping[str, Definition] = field(repr=False)
    intro: Mapping[str, tuple[str, ...]] = field(repr=False)
    who: Mapping[str, str] = field(repr=False)
    whoever: Mapping[str, str] = field(repr=False)
    where: Mapping[str, str] = field(repr=False)
    placed: Mapping[str, tuple[str, ...]] = field(repr=False)
    placed_not: Mapping[str, tuple[str, ...]] = field(repr=False)
    extensions: dict[Any, frozenset[tuple[int, ...]]] = field(default_factory=dict, repr=False)
    """What relations mean, once it was computed; only where slots are fixed."""

    @property
    def id(self) -> str:
        """`domain/key`."""
        return f"{self.domain}/{self.key}"

    @cached_property
    def asked_of_entities(self) -> tuple[str, ...]:
        """The attributes that relations ask of entities, because no slot has them."""
        bodies = [relation.body for relation in self.relations.values()]
        asked = {name for body in bodies for name in attributes_of(body)}
        for definition in self.definitions.values():
            asked |= attributes_of(definition.body)
        brought = {name for slot in self.slots for name in slot.attributes}
        return tuple(sorted(asked - brought - set(self.links)))


def records(slots: Sequence[Named], links: Sequence[str]) -> list[Record]:
    """Return the slots as expressions see them, with their links as records. Links may form circles (spouses)."""
    made = {slot.key: Record(slot.key, {}) for slot in slots}
    for slot in slots:
        attributes = dict(slot.attributes)
        for link in links:
            attributes[link] = made.get(str(slot.attributes.get(link)))
        made[slot.key].attributes.update(attributes)  # type: ignore[attr-defined]  # filled once, before any use
    return [made[slot.key] for slot in slots]


def extension(
    relation: Relation, definitions: Mapping[str, Definition], filled: Sequence[Sequence[Record]], size: int
) -> frozenset[tuple[int, ...]]:
    """Return the tuples of slots for which a relation holds.

    `filled[i]` are the slots, in order, with the i-th argument's entity in them. Different arguments are in different
    slots. Raises: BadMeaning.
    """
    names: dict[str, Any] = {"size": size}
    if relation.k is not None:
        names["k"] = relation.k
    found: set[tuple[int, ...]] = set()

    def go(at: int, chosen: tuple[int, ...]) -> None:
        if at == relation.arity:
            if evaluate(relation.body, names, definitions):
                found.add(chosen)
            return
        for number, record in enumerate(filled[at]):
            if number not in chosen:
                names["abc"[at]] = record
                go(at + 1, (*chosen, number))

    go(0, ())
    return frozenset(found)
