"""A second reading: what somebody says of the same things without having seen what the file asserts.

The reader gets `questions`: per kind its things, and the properties in words, without any value. What is asserted of a
thing and read alike is confirmed; only that counts where a model asserted it. What two readings see differently is
treated as disputable, and so is what nobody has read twice: no clue and no answer rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import Faults, load_yaml, note_schema
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import Key, Text
from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import FILE as THINGS
from boxwright.blackboxes.reasoning.knowlogic.knowledge.things import (
    KindFile,
    Things,
    ThingsFile,
    made_things,
    read_things,
    thing_key,
)

FILE = Path(__file__).parent / "data" / "readings.yaml"
VARIES = "varies"
Said = Literal["always", "typically", "sometimes", "never", "varies"] | Annotated[int, Field(ge=0, le=100)]


class KindReading(BaseModel):
    """What a reader says of the things of one kind; a property that is not listed is never theirs, a number is 0."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    always: list[Key] = []
    typically: list[Key] = []
    sometimes: list[Key] = []
    numbers: dict[Key, Said] = {}
    except_: Annotated[dict[Text, dict[Key, Said]], Field(alias="except")] = {}
    """Things, by their English name, that differ from their kind."""

    def of(self, thing: str, name: str, number: bool) -> Said:
        """Return what is said of a thing's property."""
        if name in self.except_.get(thing, {}):
            return self.except_[thing][name]
        if number:
            return self.numbers.get(name, 0)
        listed: Mapping[Said, list[str]] = {
            "always": self.always,
            "typically": self.typically,
            "sometimes": self.sometimes,
        }
        return next((value for value, names in listed.items() if name in names), "never")


class ReadingFile(BaseModel):
    """A file of readings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reader: Text
    """Who read, and from what."""
    kinds: dict[Key, KindReading]


class OwnThings(BaseModel):
    """The things that a domain's file brings along: kinds below shipped ones, and their second reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kinds: dict[Key, KindFile] = {}
    things: Annotated[dict[Key, list[Text]], Field(min_length=1)]
    second_reading: ReadingFile | None = None


@dataclass(frozen=True)
class Brought:
    """The things of a domain: the shipped ones with its own, and what is asserted about its own."""

    all: Things
    facts: Sequence[Fact] = ()
    """Of its own things; only confirmed ones count where a model asserted them."""


def bring(value: object, asserted_by: Literal["model", "person", "source"], faults: Faults) -> Brought:
    """Return the shipped things together with those that a domain's file brings. Raises: FaultyKnowledge."""
    shipped, under = things(), ("own_things",)
    if value is None:
        return Brought(shipped)
    try:
        own = OwnThings.model_validate(value)
    except ValidationError as error:
        note_schema(error, faults, under)
        faults.stop()
        raise AssertionError("unreachable") from error
    for kind in own.kinds.keys() & shipped.file.kinds.keys():
        faults.add((*under, "kinds", kind), f"a kind {kind!r} is shipped; give this one another name")
    faults.stop()
    told = {"asserted_by": asserted_by, "kinds": {**shipped.file.kinds, **own.kinds}, "things": own.things}
    taken = {word for members in shipped.by_kind.values() for thing in members for word in thing.words.values()}
    known = made_things(shipped.file.model_copy(update=told), faults, under, taken)
    readings = own.second_reading or ReadingFile(reader="nobody", kinds={})
    _note_unknown(readings, known.file, faults, (*under, "second_reading"))
    faults.stop()
    usable = confirmed_only(known, readings)
    kinds = {**shipped.by_kind, **usable.by_kind}
    by_kind = {kind: (*shipped.by_kind.get(kind, ()), *usable.by_kind.get(kind, ())) for kind in kinds}
    found = tuple(facts(known, readings))
    return Brought(Things(by_kind, shipped.file, {**shipped.values, **known.values}), found)


@cache
def things() -> Things:
    """Return the shipped things, with what two readings agree on. Raises: FaultyKnowledge."""
    known = read_things(THINGS)
    return confirmed_only(known, read_readings(FILE, known))


@dataclass(frozen=True)
class Fact:
    """What is asserted of one thing, and is no matter of dispute there: always, never, or a number."""

    thing: str
    """Its key."""
    name: str
    asserted: str | int
    read: Said | None
    """By the second reader; None if he was not asked about the kind."""

    @property
    def confirmed(self) -> bool:
        """Whether both say the same."""
        return self.asserted == self.read


def read_readings(path: Path, known: Things) -> ReadingFile:
    """Read a file of readings of these things. Raises: FaultyKnowledge with all its faults."""
    value, faults = load_yaml(path)
    try:
        file = ReadingFile.model_validate(value)
    except ValidationError as error:
        note_schema(error, faults)
        faults.stop()
        raise AssertionError("unreachable") from error
    _note_unknown(file, known.file, faults)
    faults.stop()
    return file


def _note_unknown(file: ReadingFile, things: ThingsFile, faults: Faults, under: tuple[str, ...] = ()) -> None:
    for kind, reading in file.kinds.items():
        if kind not in things.things:
            faults.add((*under, "kinds", kind), f"no things are listed as {kind!r}")
            continue
        names = {_english(line) for line in things.things[kind]}
        for thing, said in reading.except_.items():
            if thing not in names:
                faults.add((*under, "kinds", kind, "except", thing), f"{thing!r} is not among the things of this kind")
            for name in said.keys() - things.properties.keys() - things.numbers.keys():
                faults.add((*under, "kinds", kind, "except", thing, name), f"there is no property {name!r}")
        for place in ("always", "typically", "sometimes"):
            for name in set(getattr(reading, place)) - things.properties.keys():
                faults.add((*under, "kinds", kind, place), f"there is no property {name!r}")
        for name in reading.numbers.keys() - things.numbers.keys():
            faults.add((*under, "kinds", kind, "numbers", name), f"there is no number {name!r}")


def _english(line: str) -> str:
    return line.partition(";")[0].strip()


def questions(known: Things) -> dict[str, Any]:
    """Return what a second reader is asked: kinds with their things, and properties in words, without any value."""
    file = known.file
    return {
        "properties": {name: given.en for name, given in file.properties.items()},
        "numbers": {name: f"number of {given.en}; {given.note.en}" for name, given in file.numbers.items()},
        "kinds": {
            kind: {"is": file.kinds[kind].en, "things": [_english(line) for line in lines]}
            for kind, lines in file.things.items()
        },
    }


def facts(known: Things, readings: ReadingFile) -> Iterator[Fact]:
    """Yield every asserted fact beside its second reading."""
    file = known.file
    for kind, lines in file.things.items():
        reading = readings.kinds.get(kind)
        for thing in map(_english, lines):
            key = thing_key(thing)
            for name, value in known.values[key].items():
                number = name in file.numbers
                if (name in file.properties or number) and value not in ("typically", "sometimes"):
                    yield Fact(key, name, value, reading.of(thing, name, number) if reading else None)


def confirmed_only(known: Things, readings: ReadingFile) -> Things:
    """Return the things without what is not confirmed; as they are where a person or a source asserts them."""
    if known.file.asserted_by != "model":
        return known
    doubted: dict[str, set[str]] = {}
    for fact in facts(known, readings):
        if not fact.confirmed:
            doubted.setdefault(fact.thing, set()).add(fact.name)
    return known.without(doubted)
