"""Questions written by hand: slots, who fills them, clues and options as sentences, and the ways to read their words.

A word or a value that can be taken in several ways is written with all of them, each with a name; the question is then
read once in each way. Ways with the same names belong together. A file may hold many questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from boxwright.blackboxes.near import near_ids
from boxwright.blackboxes.reasoning.knowlogic.knowledge.faults import Faults, load_yaml, note_schema
from boxwright.blackboxes.reasoning.knowlogic.knowledge.meaning import (
    BadMeaning,
    Record,
    attributes_of,
    check_names,
    evaluate,
    parse,
)
from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED, Named, Relation, Scenario
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import LANGUAGES, Key, Text
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Reader
from boxwright.blackboxes.reasoning.knowlogic.language.render import STOP
from boxwright.blackboxes.reasoning.knowlogic.language.words import with_number
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Question, Saying
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Scene, whoever

MOST_READINGS = 16
NOT = "not: "
"""What a sentence begins with that is denied."""
Untold = Literal["decided", "open", "false"]
"""What the clues leave open must not be there, may be so or not (then it is not right), or is a false statement."""


def _ways(value: Any) -> Any:
    """Give what is read in one way only the way without a name."""
    return value if isinstance(value, dict) else {"": value}


def _plain_value(value: Any) -> Any:
    if type(value) not in (int, str):
        raise ValueError("write a whole number or a text (or several, each with the name of its reading)")
    return value


def _listed(value: Any) -> Any:
    """Give names in a list no attributes."""
    if not isinstance(value, list):
        return value
    if len({str(name) for name in value}) < len(value):
        raise ValueError("a name is there twice")
    return {str(name): {} for name in value}


def _numbered(value: Any) -> Any:
    """Give names in a list their number as the attribute `at`."""
    made = _listed(value)
    return made if made is value else {name: {"at": number} for number, name in enumerate(made, start=1)}


def _letters(value: Any) -> Any:
    if not isinstance(value, str) or value != "".join(letter for letter in LETTERS if letter in value):
        raise ValueError(f"write letters of {LETTERS}, each once and in order")
    return value


Value = Annotated[dict[str, Annotated[Any, BeforeValidator(_plain_value)]], BeforeValidator(_ways), Field(min_length=1)]
Members = dict[Text, dict[Key, Value]]


class QuestionFile(BaseModel):
    """One question, as a person writes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: Text = ""
    """What it is, for the table."""
    layout: Text = ""
    """A scenario, e.g. `space/ring_of_six`, whose slots, sentences and meanings are used."""
    slots: Annotated[Members, BeforeValidator(_numbered), Field(max_length=16)] = {}
    """Slots with attributes, in place of the layout's; a list gives each its number as `at`."""
    links: list[Key] = []
    """Attributes whose value is the name of another slot."""
    entities: Annotated[Members, BeforeValidator(_listed), Field(min_length=1, max_length=9)]
    """Who or what fills the slots, each in one of its own; with attributes if sentences ask for them."""
    fixed: dict[Text, Text] = {}
    """Entities whose slot is given with the scene: of seats in a ring without numbers, one person's."""
    sentences: dict[Text, Annotated[dict[str, Text], BeforeValidator(_ways), Field(min_length=1)]] = {}
    """Sentences with {a}, {b}, {c}, each with its meaning, or one for each reading. A relation or a sentence of the
    layout takes the meaning in place of its own."""
    placed: Text = ""
    """The sentence that puts {a} into {slot}."""
    descriptions: dict[Text, Text] = {}
    """Other names of entities: an expression over `a` that holds of one of them."""
    clues: Annotated[list[Any], Field(min_length=1, max_length=14)]
    asks: Text = ""
    """The sentence whose gap {} the options fill; without it each option is a sentence."""
    options: Annotated[list[Any], Field(min_length=2, max_length=4)]
    none: bool = False
    """Whether a last letter says that none of the options is right."""
    wrong: bool = False
    """Whether the wrong statements are asked for."""
    untold: Annotated[dict[str, Untold], BeforeValidator(_ways), Field(min_length=1)] = {"": "decided"}
    """What becomes of options that the clues leave open."""
    printed: Annotated[str, BeforeValidator(_letters)] = ""
    """The letters that the source gives."""


@dataclass(frozen=True)
class Written:
    """A question in one reading of its words."""

    name: str
    title: str
    reading: str
    """The names of the ways in which it is read; empty if there is only one."""
    line: int
    scene: Scene
    fixed: tuple[Atom, ...]
    clues: tuple[Atom, ...]
    question: Question
    untold: Untold
    printed: str


def read_written(path: Path, layout: Callable[[str], Scenario]) -> list[Written]:
    """Read a file of questions, each in all its readings; `layout` returns a scenario or raises ValueError.

    Raises: FaultyKnowledge with all its faults.
    """
    value, faults = load_yaml(path)
    questions = value.get("questions") if isinstance(value, dict) and set(value) == {"questions"} else None
    if not isinstance(questions, dict) or not questions:
        faults.add((), "write `questions:`, and under it each question with a name of its own")
        faults.stop()
    found: list[Written] = []
    for name, row in (questions or {}).items():
        where = ("questions", name)
        try:
            file = QuestionFile.model_validate(row)
            found += _readings(str(name), file, _base(file.layout, layout), faults)
        except ValidationError as error:
            note_schema(error, faults, where)
        except BadMeaning as error:
            faults.add(where, str(error))
        except _Fault as error:
            faults.add((*where, *error.where), str(error))
    faults.stop()
    return found


def _base(name: str, layout: Callable[[str], Scenario]) -> Scenario:
    """Return what a question is laid out on. Raises: _Fault."""
    try:
        return layout(name) if name else NO_LAYOUT
    except ValueError as error:
        raise _Fault(str(error), "layout") from None


class _Fault(Exception):
    """What is wrong at an entry of a question."""

    def __init__(self, text: str, *where: Any) -> None:
        super().__init__(text)
        self.where = where


_NO_WORDS: Mapping[str, str] = dict.fromkeys(LANGUAGES, "")
_NO_FORMS: Mapping[str, tuple[str, ...]] = dict.fromkeys(LANGUAGES, ())
NO_LAYOUT = Scenario(
    key="written",
    domain="",
    title=_NO_WORDS,
    picture="",
    world="closed",
    world_says=_NO_WORDS,
    cyclic=False,
    members=(),
    count=0,
    slots=(),
    things=(),
    drawn=0,
    described=None,
    links=(),
    relations={},
    definitions={},
    intro=_NO_FORMS,
    who=_NO_WORDS,
    whoever=_NO_WORDS,
    where=_NO_WORDS,
    placed=_NO_FORMS,
    placed_not=_NO_FORMS,
)
"""A scenario that brings nothing."""


def _readings(name: str, file: QuestionFile, base: Scenario, faults: Faults) -> Iterator[Written]:
    """Yield a question in each of its readings. Raises: _Fault, BadMeaning."""
    values = [v for members in (file.slots, file.entities) for given in members.values() for v in given.values()]
    everything: list[Mapping[str, Any]] = [*values, *file.sentences.values(), file.untold]
    together = list(dict.fromkeys(frozenset(ways) for ways in everything if len(ways) > 1))
    order = {way: number for number, way in enumerate(dict.fromkeys(way for ways in everything for way in ways))}
    choices = list(product(*(sorted(ways, key=order.__getitem__) for ways in together)))
    if len(choices) > MOST_READINGS:
        raise _Fault(f"{len(choices)} readings are too many; at most {MOST_READINGS} are tried")
    for chosen in choices:
        line = faults.line_of("questions", name)
        yield _Reading(file, base, dict(zip(together, chosen, strict=True))).written(name, ", ".join(chosen), line)


class _Reading:
    """A question while it is read in one way."""

    def __init__(self, file: QuestionFile, base: Scenario, chosen: Mapping[frozenset[str], str]) -> None:
        self.file, self.base, self.chosen = file, base, chosen
        entities = tuple(self._entity(name, given) for name, given in file.entities.items())
        slots = self._slots()
        if len(entities) > len(slots):
            raise _Fault(f"{len(entities)} entities do not fit into {len(slots)} slots", "entities")
        links = (*base.links, *file.links) if not file.slots else tuple(file.links)
        scenario = replace(base, slots=() if base.drawn else slots, links=links, extensions={})
        if base.drawn:
            scenario = replace(scenario, drawn=len(slots))
        if file.placed:
            scenario = replace(scenario, placed=_form(file.placed))
        attributes = {name for one in (*slots, *entities) for name in one.attributes} | set(links)
        relations = dict(base.relations)
        for number, (text, ways) in enumerate(file.sentences.items()):
            made = self._relation(number, text, self._pick(ways), scenario, attributes)
            relations[made.key] = made
        self.scene = Scene(replace(scenario, relations=relations), entities, slots)
        self.also = {slot.of(x).lower(): whoever(n) for n, slot in enumerate(slots) for x in LANGUAGES}
        self.also |= {text.lower(): self._described(text, means) for text, means in file.descriptions.items()}

    def _pick(self, ways: Mapping[str, Any]) -> Any:
        """Return what is said in the reading that is chosen."""
        return ways[self.chosen[frozenset(ways)]] if len(ways) > 1 else next(iter(ways.values()))

    def _entity(self, name: str, given: Mapping[str, Mapping[str, Any]]) -> Named:
        own = {key: self._pick(ways) for key, ways in given.items()}
        member = _member(name, self.base.members)
        return member if member and not own else Named(name, dict.fromkeys(LANGUAGES, name), own)

    def _slots(self) -> tuple[Named, ...]:
        if not self.file.slots:
            if not self.base.slots:
                raise _Fault("needs `slots`: places with a layout of your own, things with one that draws them")
            return self.base.slots
        if self.base.drawn:
            things = [_member(name, self.base.things) for name in self.file.slots]
            for name, thing in zip(self.file.slots, things, strict=True):
                if thing is None:
                    raise _Fault("is none of the things that this layout knows", "slots", name)
            return tuple(thing for thing in things if thing is not None)
        slots = []
        for name, given in self.file.slots.items():
            attributes = {key: self._pick(ways) for key, ways in given.items()}
            for link in self.file.links:
                if attributes.get(link, name) not in self.file.slots:
                    raise _Fault(f"there is no slot {attributes[link]!r}", "slots", name, link)
            slots.append(Named(name, dict.fromkeys(LANGUAGES, name), attributes))
        return tuple(slots)

    def _relation(self, number: int, text: str, means: str, scenario: Scenario, attributes: set[str]) -> Relation:
        try:
            body = parse(means)
            check_names(body, ("a", "b", "c", "k", "size"), scenario.definitions)
        except BadMeaning as error:
            raise _Fault(str(error), "sentences", text) from None
        missing = sorted(attributes_of(body) - attributes)
        if missing:
            raise _Fault(f"nothing in the scene has the attribute {missing[0]!r}", "sentences", text)
        meant = _relation_said(text, self.base)
        if meant is not None:
            return replace(meant, body=body)
        arity = max((place for place, mark in enumerate(("{a}", "{b}", "{c}"), start=1) if mark in text), default=0)
        if any(text.count(mark) != 1 for mark in ("{a}", "{b}", "{c}")[: max(arity, 1)]):
            told = f", or is a relation: {_near(text, self.base.relations)}" if self.base.relations else ""
            raise _Fault(f"a sentence names {{a}} (and {{b}}, and {{c}}), each once{told}", "sentences", text)
        return Relation(f"own_{number}", arity, body, _form(text), {}, _NO_WORDS, {})

    def _described(self, text: str, means: str) -> int:
        try:
            body = parse(means)
            check_names(body, ("a",), {})
            fitting = [
                n for n, e in enumerate(self.scene.entities) if evaluate(body, {"a": Record(e.key, e.attributes)}, {})
            ]
        except BadMeaning as error:
            raise _Fault(str(error), "descriptions", text) from None
        if len(fitting) != 1:
            way = f" (read as {', '.join(self.chosen.values())})" if self.chosen else ""
            raise _Fault(f"fits {len(fitting)} of the entities{way}; it must fit one", "descriptions", text)
        return fitting[0]

    def written(self, name: str, reading: str, line: int) -> Written:
        """Return the question, read. Raises: _Fault, BadMeaning."""
        file = self.file
        if file.asks and "{}" not in file.asks:
            raise _Fault("needs a gap {} for the options", "asks")
        options = [self._atom(self._filled(option), "options", n) for n, option in enumerate(file.options)]
        if len(options) + file.none > len(LETTERS):
            raise _Fault(f"with `none`, at most {len(LETTERS) - 1} options are possible", "options")
        kind = "statement wrong" if file.wrong else "statement right"
        return Written(
            name=name,
            title=file.title or name,
            reading=reading,
            line=line,
            scene=self.scene,
            fixed=tuple(self._proposition([PLACED, *pair], "fixed", pair[0]) for pair in file.fixed.items()),
            clues=tuple(self._atom(clue, "clues", number) for number, clue in enumerate(file.clues)),
            question=Question(kind, tuple(map(Saying, options)), file.none),
            untold=self._pick(file.untold),
            printed=file.printed,
        )

    def _filled(self, option: Any) -> Any:
        return self.file.asks.replace("{}", str(option)) if self.file.asks else option

    def _atom(self, given: Any, *where: Any) -> Atom:
        """Return what a sentence, or a list of relation and names, says. Raises: _Fault."""
        if isinstance(given, list) and all(isinstance(part, str) for part in given):
            atom = self._proposition(given, *where)
        elif isinstance(given, str):
            atom = self._sentence(given, *where)
        else:
            raise _Fault("write a sentence in quotes, or a list of relation and names", *where)
        usable = self.scene.meanings.relations
        if not atom.relation.startswith(PLACED) and atom.relation not in usable:
            why = "the value of one is disputable or not known, or it holds of all or of none"
            raise _Fault(f"{atom.relation!r} cannot be said of these things: {why}", *where)
        return atom

    def _sentence(self, text: str, *where: Any) -> Atom:
        plain = text.removeprefix(NOT).rstrip(" .。")
        found = {
            atom
            for language in LANGUAGES
            for atom in Reader(self.scene, language, self.also).readings(plain + STOP[language])
        }
        if len(found) > 1:
            raise _Fault(f"{text!r} can be read in several ways", *where)
        if not found:
            help_ = "say it as the layout does, or give its meaning under `sentences`; and are all names known?"
            raise _Fault(f"{text!r} has no reading: {help_}", *where)
        atom = found.pop()
        return atom.denied() if text.startswith(NOT) else atom

    def _proposition(self, given: Sequence[str], *where: Any) -> Atom:
        """Return what a list says: a relation and names, `not` before it for a denial. Raises: _Fault."""
        positive = given[:1] != ["not"]
        key, *names = (given if positive else given[1:]) or [""]
        slots = {slot.of(x).lower(): n for n, slot in enumerate(self.scene.slots) for x in LANGUAGES}
        if key == PLACED and len(names) == 2:
            slot = slots.get(names[1].lower())
            if slot is None:
                raise _Fault(f"there is no slot {names[1]!r}; {_near(names[1], slots)}", *where)
            return Atom(f"{PLACED}:{slot}", (self._number(names[0], *where),), positive)
        if key not in self.scene.scenario.relations:
            raise _Fault(f"there is no relation {key!r}; {_near(key, self.scene.scenario.relations)}", *where)
        arity = self.scene.scenario.relations[key].arity
        if len(names) != arity or len(set(names)) != arity:
            raise _Fault(f"{key!r} is said of {arity} different ones, not of {', '.join(names) or 'none'}", *where)
        return Atom(key, tuple(self._number(name, *where) for name in names), positive)

    def _number(self, name: str, *where: Any) -> int:
        names = self.also | {e.of(x).lower(): n for n, e in enumerate(self.scene.entities) for x in LANGUAGES}
        if name.lower() not in names:
            raise _Fault(f"there is no {name!r}; {_near(name, names)}", *where)
        return names[name.lower()]


def _near(name: str, names: Iterable[str]) -> str:
    """Return which of some names may have been meant, or all of them."""
    there = list(names)
    near = near_ids(name, there)
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(there)}"


def _form(text: str) -> dict[str, tuple[str, ...]]:
    return {language: (text.rstrip(" .。") + STOP[language],) for language in LANGUAGES}


def _relation_said(text: str, base: Scenario) -> Relation | None:
    """Return the relation of a layout that a text names, or says."""
    plain = text.rstrip(" .。").lower()
    for relation in base.relations.values():
        forms = [
            with_number(form, relation.k, x).rstrip(".。").lower() for x in LANGUAGES for form in relation.forms[x]
        ]
        if text == relation.key or plain in forms:
            return relation
    return None


def _member(name: str, members: Sequence[Named]) -> Named | None:
    """Return who or what has a name in either language, with or without its article."""
    wanted = name.lower().removeprefix("the ")
    return next((m for m in members if wanted in (m.of("en").lower().removeprefix("the "), m.of("zh"))), None)
