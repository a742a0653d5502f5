"""Reading a question's text back: the same semantic form, or an error that says which sentence could not be read.

Nothing but the text is used, and the scenarios that it may be about. A sentence that can be read in two ways with
different meanings is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import PLACED, Named, Scenario
from boxwright.blackboxes.reasoning.knowlogic.language.render import ASKS, STOP, asking_form, forms_of, texts
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


@lru_cache(maxsize=64)
def _sentences(scenario: Scenario, language: str) -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    """Return the patterns of all sentences of a scenario, with relation and sign."""
    scene = Scene(scenario, (), scenario.slots)
    found = []
    for key, relation in (*scenario.relations.items(), (PLACED, None)):
        for positive in (True, False):
            if relation is not None and not positive and not relation.denials:
                continue
            found += [(key, positive, pattern(form)) for form in forms_of(scene, key, positive, language)]
    return tuple(found)


def _numbers(named: Sequence[Named], language: str) -> dict[str, int]:
    return {one.of(language).casefold(): number for number, one in enumerate(named)}


class Reader:
    """Reads sentences of one scene in one language."""

    def __init__(self, scene: Scene, language: str) -> None:
        self.scene, self.language = scene, language
        self._entities = _numbers(scene.entities, language)
        self._slots = _numbers(scene.slots, language)

    def statement(self, text: str) -> Atom:
        """Read a sentence. Raises: Unreadable."""
        found = {
            atom
            for key, positive, form in _sentences(self.scene.scenario, self.language)
            for match in [form.fullmatch(text)]
            if match is not None
            for atom in [self._atom(key, positive, match.groupdict())]
            if atom is not None
        }
        if len(found) != 1:
            raise Unreadable(f"{text!r} {'has no reading' if not found else 'can be read in several ways'}")
        return found.pop()

    def _atom(self, key: str, positive: bool, groups: Mapping[str, str]) -> Atom | None:
        entities = [self._entities.get(groups[mark].casefold()) for mark in "abc" if mark in groups]
        known = tuple(entity for entity in entities if entity is not None)
        if len(known) < len(entities) or len(set(known)) < len(known):
            return None
        if key == PLACED:
            slot = self._slots.get(groups["slot"].casefold())
            return None if slot is None else Atom(f"{PLACED}:{slot}", known, positive)
        return Atom(key, known, positive)

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
            if kind.startswith("statement") and text == texts().render(f"{kind.replace(' ', '_')}_{self.language}"):
                return Question(kind, tuple(Saying(self.statement(option)) for option in shown), none)
        scenario = self.scene.scenario
        where = pattern(scenario.where[self.language]).fullmatch(text)
        if where is not None and (entity := self._entities.get(where["a"].casefold())) is not None:
            slots = [self._number(option, self._slots) for option in shown]
            options = tuple(Saying(Atom(f"{PLACED}:{slot}", (entity,))) for slot in slots)
            return Question("slot precise", options, none)
        found = set(self._blanks(text))
        if len(found) != 1:
            raise Unreadable(f"{text!r} {'is no question' if not found else 'can be read in several ways'}")
        form, key, others = found.pop()
        numbers = self._entities if form == "entity" else self._slots
        chosen = [self._number(option, numbers) for option in shown]
        first = chosen if form == "entity" else [whoever(slot) for slot in chosen]
        options = tuple(Saying(Atom(key, (one, *others))) for one in first)
        how = "vague" if self.scene.meanings.is_vague(key) else "precise"
        return Question(f"{form} {how}", options, none)

    def _blanks(self, text: str) -> Iterable[tuple[str, str, tuple[int, ...]]]:
        """Yield the readings of a question with a blank: whether it asks for entities, the relation, the others."""
        scenario = self.scene.scenario
        for form, stands in (("entity", scenario.who), ("slot", scenario.whoever)):
            for key in scenario.relations:
                asks = asking_form(self.scene, key, self.language).replace("{a}", stands[self.language])
                asks = asks.removesuffix(STOP[self.language]) + ASKS[self.language]
                match = pattern(asks).fullmatch(text)
                if match is None:
                    continue
                others = [self._entities.get(match[mark].casefold()) for mark in "bc" if mark in match.groupdict()]
                if None not in others:
                    yield form, key, tuple(o for o in others if o is not None)

    def _number(self, text: str, numbers: Mapping[str, int]) -> int:
        number = numbers.get(text.casefold())
        if number is None:
            raise Unreadable(f"the option {text!r} is nobody and nothing in the scene")
        return number


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
    slots = scenario.slots
    if entities is None or not slots or len(entities) != scenario.count:
        return None
    return Scene(scenario, entities, slots)


def _members(text: str, members: Sequence[Named], language: str) -> tuple[Named, ...] | None:
    numbers = _numbers(members, language)
    found = [numbers.get(name.casefold()) for name in unlisted(text, language)]
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
