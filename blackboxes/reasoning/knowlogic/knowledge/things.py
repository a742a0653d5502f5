"""Things and what is known about them: kinds that pass values on, properties with words, disputable values.

`always` and `never` become 1 and 0, numbers stay; `typically` and `sometimes` become nothing at all, so that no
relation that asks for them can be used where such a thing is at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import Faults, load_yaml, note_schema
from boxwright.blackboxes.reasoning.knowlogic.knowledge.meaning import parse
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Named, Relation
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import LANGUAGES, Frames, Key, Text, Words

FILE = Path(__file__).parent / "data" / "things.yaml"
VALUES = ("always", "typically", "sometimes", "never")
Value = Literal["always", "typically", "sometimes", "never"] | Annotated[int, Field(ge=0, le=100)]
COUNTS = {"legs": (2, 4, 6, 8, 10), "wheels": (1, 2, 3)}
"""Numbers that are said."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PropertyFile(_Strict):
    """A property that a thing has or has not; its words follow `something that`."""

    en: Text
    zh: Text
    not_en: Text
    not_zh: Text
    says: Words
    implies: Key | None = None
    """A property that whatever has this one has too."""
    knowledge: Annotated[int, Field(ge=0, le=5)] = 0


class NumberFile(_Strict):
    """A property that is a number."""

    en: Text
    zh: Text
    note: Words
    knowledge: Annotated[int, Field(ge=0, le=5)] = 0


class KindFile(_Strict):
    """A kind of things."""

    en: Text
    zh: Text
    is_: Annotated[Key | None, Field(alias="is")] = None
    values: dict[Key, Value] = {}


class ThingsFile(_Strict):
    """The file of things."""

    asserted_by: Literal["model", "person", "source"]
    asked: list[Key]
    """Kinds that may be asked for (`is a mammal`)."""
    properties: dict[Key, PropertyFile]
    numbers: dict[Key, NumberFile]
    kinds: dict[Key, KindFile]
    things: dict[Key, list[Text]]


@dataclass(frozen=True)
class Things:
    """All things by kind, and the properties that can be said of them."""

    by_kind: Mapping[str, tuple[Named, ...]]
    """Each kind with the things of it and of the kinds below it."""
    file: ThingsFile
    values: Mapping[str, Mapping[str, str | int]]
    """Each thing's values, the disputable ones too."""

    def of(self, kinds: tuple[str, ...]) -> tuple[Named, ...]:
        """Return the things of some kinds, each once."""
        return tuple(dict.fromkeys(thing for kind in kinds for thing in self.by_kind[kind]))

    def without(self, doubted: Mapping[str, Set[str]]) -> Things:
        """Return the things without what is doubted of each; nothing can be said of that."""

        def cleared(thing: Named) -> Named:
            names = doubted.get(thing.key, frozenset())
            return replace(thing, attributes={n: v for n, v in thing.attributes.items() if n not in names})

        by_kind = {kind: tuple(map(cleared, members)) for kind, members in self.by_kind.items()}
        return replace(self, by_kind=by_kind)

    def predicates(self, language: str) -> Mapping[str, str]:
        """Return what can be said of a thing by property, `+` or `-`: `flies+` is `can fly`."""
        return self._predicates[language]

    @cached_property
    def _predicates(self) -> Mapping[str, Mapping[str, str]]:
        return {language: self._words(language) for language in LANGUAGES}

    def _words(self, language: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, words in self.file.properties.items():
            found[f"{key}+"] = words.en if language == "en" else words.zh
            found[f"{key}-"] = words.not_en if language == "en" else words.not_zh
        for kind in self.file.asked:
            given = self.file.kinds[kind]
            found[f"is_{kind}+"] = f"is {given.en}" if language == "en" else f"是{given.zh}"
            found[f"is_{kind}-"] = f"is not {given.en}" if language == "en" else f"不是{given.zh}"
        return found

    def rarity(self, key: str) -> int:
        """Return how rare the knowledge about a property is."""
        name = key.rstrip("+-")
        return self.file.properties[name].knowledge if name in self.file.properties else 1


def read_things(path: Path) -> Things:
    """Read and check a file of things. Raises: FaultyKnowledge with all its faults."""
    value, faults = load_yaml(path)
    try:
        file = ThingsFile.model_validate(value)
    except ValidationError as error:
        note_schema(error, faults)
        faults.stop()
        raise AssertionError("unreachable") from error
    return made_things(file, faults)


def made_things(file: ThingsFile, faults: Faults, under: tuple[str, ...] = (), taken: Set[str] = frozenset()) -> Things:
    """Return the things of a file, or of an entry `under` of one; `taken` are words that others have.

    Raises: FaultyKnowledge with all its faults.
    """
    known = {*file.properties, *file.numbers, *(f"is_{kind}" for kind in file.asked)}
    above = _all_above(file, known, faults, under)
    faults.stop()
    made: dict[str, list[Named]] = {kind: [] for kind in file.kinds}
    all_values: dict[str, dict[str, str | int]] = {}
    seen: set[str] = set(taken)
    for kind_name, lines in file.things.items():
        for number, line in enumerate(lines):
            where = (*under, "things", kind_name, number)
            try:
                thing, values = _thing(line, [file.kinds[k] for k in above[kind_name]], known)
            except ValueError as error:
                faults.add(where, str(error))
                continue
            for word in thing.words.values():
                if word in seen:
                    faults.add(where, f"{word!r} is {'among the shipped things' if word in taken else 'there twice'}")
                seen.add(word)
            for kind in file.asked:
                values.setdefault(f"is_{kind}", "always" if kind in above[kind_name] else "never")
            for name, given in file.properties.items():
                if given.implies and values.get(name) == "always" and values.get(given.implies) == "never":
                    faults.add(where, f"contradicts itself: {name} is always, so {given.implies} cannot be never")
            all_values[thing.key] = values
            named = Named(thing.key, thing.words, _usable(values))
            for kind in above[kind_name]:
                made[kind].append(named)
    faults.stop()
    return Things({kind: tuple(members) for kind, members in made.items()}, file, all_values)


def _all_above(file: ThingsFile, known: set[str], faults: Faults, under: tuple[str, ...]) -> dict[str, list[str]]:
    """Return each kind with the kinds above it, and note what is wrong with kinds."""
    above: dict[str, list[str]] = {}
    for key, kind in file.kinds.items():
        try:
            above[key] = _ancestry(key, file)
        except KeyError as error:
            faults.add((*under, "kinds", key, "is"), str(error.args[0]))
            above[key] = [key]
        for name in sorted(set(kind.values) - known):
            faults.add((*under, "kinds", key, "values", name), f"there is no property {name!r}")
    for key, given in file.properties.items():
        if given.implies is not None and given.implies not in file.properties:
            faults.add((*under, "properties", key, "implies"), f"there is no property {given.implies!r}")
    for kind_name in (*file.asked, *file.things):
        if kind_name not in file.kinds:
            faults.add((*under, "things", kind_name), f"there is no kind {kind_name!r}")
    return above


def _ancestry(key: str, file: ThingsFile) -> list[str]:
    """Return a kind and the kinds above it, the nearest first. Raises: KeyError saying what is wrong."""
    found: list[str] = []
    at: str | None = key
    while at is not None:
        if at in found:
            raise KeyError(f"{key!r} is a kind of itself")
        if at not in file.kinds:
            raise KeyError(f"there is no kind {at!r}")
        found.append(at)
        at = file.kinds[at].is_
    return found


def _thing(line: str, kinds: list[KindFile], known: set[str]) -> tuple[Named, dict[str, str | int]]:
    """Read `English; Chinese; property=value, ...`. Raises: ValueError."""
    parts = [part.strip() for part in line.split(";")]
    if len(parts) not in (2, 3) or not all(parts):
        missing = "has no words in one language: " if len(parts) < 2 or not all(parts[:2]) else ""
        raise ValueError(f"{missing}write `English; Chinese` or `English; Chinese; property=value, ...`")
    values: dict[str, str | int] = {}
    for kind in reversed(kinds):
        values |= kind.values
    values_here: set[str] = set()
    for pair in parts[2].split(",") if len(parts) == 3 else ():
        name, _, value = (piece.strip() for piece in pair.partition("="))
        if name not in known:
            raise ValueError(f"there is no property {name!r}")
        if value not in VALUES and not value.isdecimal():
            raise ValueError(f"{value!r} is no value of {name!r}; write {', '.join(VALUES)}, or a number")
        if name in values_here:
            raise ValueError(f"{name!r} is given twice")
        values_here.add(name)
        values[name] = int(value) if value.isdecimal() else value
    return Named(thing_key(parts[0]), {"en": f"the {parts[0]}", "zh": parts[1]}), values


def thing_key(english: str) -> str:
    """Return the key of a thing by its English name."""
    return english.lower().replace(" ", "_").replace("-", "_")


def _usable(values: Mapping[str, str | int]) -> dict[str, int]:
    """Return the values that nobody disputes."""
    plain = {"always": 1, "never": 0}
    found = {name: value if isinstance(value, int) else plain.get(value) for name, value in values.items()}
    return {name: value for name, value in found.items() if value is not None}


def relations_of(known: Things, frames: Frames) -> Iterator[Relation]:
    """Yield the relations that properties give, said of what people have as the frames say it."""

    def said(predicate: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        return {language: (frames.thing.of(language).replace("{p}", predicate[language]),) for language in LANGUAGES}

    def asking(predicate: Mapping[str, str]) -> dict[str, str]:
        which = frames.which
        return {x: which.of(x).replace("{p}", predicate[x]) for x in LANGUAGES} if which else {}

    words = {language: known.predicates(language) for language in LANGUAGES}
    for key in dict.fromkeys(name.rstrip("+-") for name in words["en"]):
        texts = {language: words[language][f"{key}+"] for language in LANGUAGES}
        denied = {language: words[language][f"{key}-"] for language in LANGUAGES}
        yield Relation(
            key=key,
            arity=1,
            body=parse(f"a.{key} == 1"),
            forms=said(texts),
            denials=said(denied),
            says=texts,
            note={},
            which=asking(texts),
            knowledge=known.rarity(key),
        )
    for key, number in known.file.numbers.items():
        note = {language: number.note.of(language) for language in LANGUAGES}
        for name, body, arity, texts in _of_number(key, number, frames.other):
            forms, which = said(texts), asking(texts)
            yield Relation(name, arity, parse(body), forms, {}, texts, note, which, knowledge=number.knowledge)


def _of_number(key: str, number: NumberFile, other: Words) -> Iterator[tuple[str, str, int, dict[str, str]]]:
    """Yield key, meaning, arity and words of what is said about a number."""
    from boxwright.blackboxes.reasoning.knowlogic.language.words import number as word

    one, unit = number.en.removesuffix("s"), number.zh
    noun = unit[-1] if unit.startswith("条") else unit.removeprefix("个")
    yield f"no_{key}", f"a.{key} == 0", 1, {"en": f"has no {number.en}", "zh": f"没有{noun}"}
    for k in COUNTS.get(key, ()):
        en = f"has {word(k, 'en')} {one if k == 1 else number.en}"
        yield f"{key}:{k}", f"a.{key} == {k}", 1, {"en": en, "zh": f"有{'一' if k == 1 else word(k, 'zh')}{unit}"}
    yield (
        f"more_{key}",
        f"a.{key} > b.{key}",
        2,
        {"en": f"has more {number.en} than {other.en}", "zh": f"的{noun}比{other.zh}多"},
    )
    yield (
        f"same_{key}",
        f"a.{key} == b.{key}",
        2,
        {"en": f"has as many {number.en} as {other.en}", "zh": f"的{noun}和{other.zh}一样多"},
    )
