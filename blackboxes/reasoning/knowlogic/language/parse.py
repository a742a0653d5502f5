"""Reading a question's text back: the same semantic form, or an error that says which sentence could not be read.

Nothing but the text is used, and the scenarios that it may be about. A sentence that can be read in two ways with
different meanings is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED, Named, Scenario
from boxwright.blackboxes.reasoning.knowlogic.language.describe import descriptions, phrase
from boxwright.blackboxes.reasoning.knowlogic.language.render import (
    blank_form,
    forms_of,
    statements_key,
    texts,
)
from boxwright.blackboxes.reasoning.knowlogic.language.words import sentence, unlisted
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, TYPES, Question, Saying
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Scene, whoever

_MARK = re.compile(r"\{(a|b|c|slot|names|things)\}")
_SENTENCES = {"en": re.compile(r"(?<=\.)\s+"), "zh": re.compile(r"(?<=。)")}
_OPTION = re.compile(r"^([A-D])\. (.*)$")


class Unreadable(ValueError):
    """A text that is no question of these scenarios; the message quotes the part that cannot be read."""


class Parsed:
    """What was read: a scene, clues, and a question."""

    def __init__(self, scene: Scene, clues: tuple[Atom, ...], question: Question) -> None:
        self.scene, self.clues, self.question = scene, clues, question


def pattern(form: str) -> re.Pattern[str]:
    """Return the regular expression of a form: a group for each placeholder."""
    parts = _MARK.split(form)
    made = [f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(made), re.IGNORECASE)


Parts = tuple[str, ...]
"""A form, split: literal text and the letter of a placeholder in turn, in small letters."""


def parts_of(form: str) -> Parts:
    """Split a form at its placeholders."""
    return tuple(_MARK.split(form.lower()))


def matches(parts: Parts, text: str, named: Mapping[str, Mapping[str, int]]) -> Iterator[dict[str, int]]:
    """Yield every way in which a text, in small letters, is a form filled with known names."""
    if not text.startswith(parts[0]) or not text.endswith(parts[-1]):
        return
    if len(parts) == 1:
        if text == parts[0]:
            yield {}
        return
    rest = text[len(parts[0]) :]
    for name, number in named[parts[1]].items():
        if rest.startswith(name):
            for found in matches(parts[2:], rest[len(name) :], named):
                yield {parts[1]: number, **found}


@lru_cache(maxsize=64)
def _sentences(scenario: Scenario, language: str) -> tuple[tuple[str, bool, Parts], ...]:
    """Return all forms of a scenario's sentences, with relation and sign."""
    scene = Scene(scenario, (), scenario.slots)
    found = []
    for key, relation in (*scenario.relations.items(), (PLACED, None)):
        for positive in (True, False):
            if relation is not None and not positive and not relation.denials:
                continue
            found += [(key, positive, parts_of(form)) for form in forms_of(scene, key, positive, language)]
    return tuple(found)


@lru_cache(maxsize=64)
def _questions(scenario: Scenario, language: str) -> tuple[tuple[str, str, Parts], ...]:
    """Return all questions with a blank: for entities or for slots, the relation, the form."""
    scene = Scene(scenario, (), scenario.slots)
    found = []
    for form in ("entity", "slot"):
        found += [(form, key, parts_of(blank_form(scene, key, form, language))) for key in scenario.relations]
    return tuple(found)


def _numbers(named: Sequence[Named], language: str) -> dict[str, int]:
    return {one.of(language).lower(): number for number, one in enumerate(named)}


class Reader:
    """Reads sentences of one scene in one language."""

    def __init__(self, scene: Scene, language: str, also: Mapping[str, int] | None = None) -> None:
        """Read names, descriptions and, in small letters, what is `also` said of entities."""
        self.scene, self.language = scene, language
        self._named = _numbers(scene.entities, language)
        described = {phrase(scene, key, language).lower(): e for key, e in descriptions(scene).items()}
        self._entities = {**(also or {}), **self._named, **described}
        self._slots = _numbers(scene.slots, language)
        self._marks = {**dict.fromkeys("abc", self._entities), "slot": self._slots}

    def statement(self, text: str) -> Atom:
        """Read a sentence. Raises: Unreadable."""
        found = self.readings(text)
        if len(found) != 1:
            raise Unreadable(f"{text!r} {'has no reading' if not found else 'can be read in several ways'}")
        return found.pop()

    def readings(self, text: str) -> set[Atom]:
        """Return everything that a sentence can say."""
        small = text.lower()
        return {
            atom
            for key, positive, form in _sentences(self.scene.scenario, self.language)
            for filled in matches(form, small, self._marks)
            for atom in [_atom(key, positive, filled)]
            if len(set(atom.entities)) == len(atom.entities)
        }

    def question(self, lines: Sequence[str]) -> Question:
        """Read what is asked, and its options. Raises: Unreadable."""
        options = [_OPTION.fullmatch(line) for line in lines[1:]]
        shown = [match[2] for match in options if match]
        if len(shown) < 2 or [match and match[1] for match in options] != list(LETTERS[: len(options)]):
            raise Unreadable(f"{lines[-1]!r} is no option where one should be")
        none = shown[-1] == texts().render(f"none_{self.language}")
        if none:
            shown.pop()
        return self._asked(lines[0], shown, none)

    def _asked(self, text: str, shown: Sequence[str], none: bool) -> Question:
        for kind in TYPES:
            if kind.startswith("statement") and text == texts().render(statements_key(self.scene, kind, self.language)):
                return Question(kind, tuple(Saying(self.statement(option)) for option in shown), none)
        scenario = self.scene.scenario
        for filled in matches(parts_of(scenario.where[self.language]), text.lower(), self._marks):
            slots = [self._number(option, self._slots) for option in shown]
            options = tuple(Saying(Atom(f"{PLACED}:{slot}", (filled["a"],))) for slot in slots)
            return Question("slot precise", options, none)
        found = set(self._blanks(text))
        if len(found) != 1:
            raise Unreadable(f"{text!r} {'is no question' if not found else 'can be read in several ways'}")
        form, key, others = found.pop()
        numbers = self._named if form == "entity" else self._slots
        chosen = [self._number(option, numbers) for option in shown]
        first = chosen if form == "entity" else [whoever(slot) for slot in chosen]
        options = tuple(Saying(Atom(key, (one, *others))) for one in first)
        how = "vague" if self.scene.meanings.is_vague(key) else "precise"
        return Question(f"{form} {how}", options, none)

    def blank(self, text: str) -> tuple[str, str, tuple[int, ...]] | None:
        """Read a question with an open place: `where` or `who`, the relation, the entities. Raises: Unreadable."""
        for filled in matches(parts_of(self.scene.scenario.where[self.language]), text.lower(), self._marks):
            return "where", PLACED, (filled["a"],)
        found = {(key, others) for form, key, others in self._blanks(text) if form == "entity"}
        if len(found) > 1:
            raise Unreadable(f"{text!r} can be read in several ways")
        return ("who", *found.pop()) if found else None

    def _blanks(self, text: str) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        """Yield the readings of a question with a blank: whether it asks for entities, the relation, the others."""
        for form, key, parts in _questions(self.scene.scenario, self.language):
            for filled in matches(parts, text.lower(), self._marks):
                yield form, key, tuple(filled[mark] for mark in "bc" if mark in filled)

    def _number(self, text: str, numbers: Mapping[str, int]) -> int:
        number = numbers.get(text.lower())
        if number is None:
            raise Unreadable(f"the option {text!r} is nobody and nothing in the scene")
        return number


def _atom(key: str, positive: bool, filled: Mapping[str, int]) -> Atom:
    entities = tuple(filled[mark] for mark in "abc" if mark in filled)
    return Atom(f"{PLACED}:{filled['slot']}" if key == PLACED else key, entities, positive)


@lru_cache(maxsize=512)
def _intro(form: str, language: str) -> re.Pattern[str]:
    return pattern(sentence(form, language))


def read_scene(text: str, scenarios: Iterable[Scenario], language: str) -> Scene:
    """Read the introduction. Raises: Unreadable."""
    for scenario in scenarios:
        for form in scenario.intro[language]:
            match = _intro(form, language).match(text + "\n")
            scene = None if match is None else _scene(scenario, match.groupdict(), language)
            if scene is not None:
                return scene
    raise Unreadable(f"the scene {text[:80]!r} ... is of no scenario")


def _scene(scenario: Scenario, groups: Mapping[str, str], language: str) -> Scene | None:
    entities = _members(groups["names"], scenario.members, language)
    slots = _members(groups["things"], scenario.things, language) if scenario.drawn else scenario.slots
    if entities is None or slots is None or len(entities) != scenario.count:
        return None
    if scenario.drawn and len(slots) != scenario.drawn:
        return None
    return Scene(scenario, entities, slots)


def _members(text: str, members: Sequence[Named], language: str) -> tuple[Named, ...] | None:
    numbers = _numbers(members, language)
    found = [numbers.get(name.lower()) for name in unlisted(text, language)]
    known = [members[number] for number in found if number is not None]
    return tuple(known) if len(known) == len(found) else None


def parse(text: str, scenarios: Iterable[Scenario], language: str) -> Parsed:
    """Read a whole question. Raises: Unreadable."""
    parts = text.strip().split("\n\n")
    if len(parts) != 3:
        raise Unreadable(f"a question has three paragraphs, this text has {len(parts)}")
    scene = read_scene(parts[0], scenarios, language)
    reader = Reader(scene, language)
    sentences = [part for part in _SENTENCES[language].split(parts[1]) if part]
    return Parsed(scene, tuple(reader.statement(part) for part in sentences), reader.question(parts[2].split("\n")))
