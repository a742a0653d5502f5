"""The surface of a puzzle: names, role words, ways of reporting and order, each drawn from a random stream of its own.

So a change of one thing leaves everything else as it was, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal

from boxwright.blackboxes.reasoning.knights.language.chinese import Chinese
from boxwright.blackboxes.reasoning.knights.language.english import English
from boxwright.blackboxes.reasoning.knights.language.tongue import Misread, Tongue
from boxwright.blackboxes.reasoning.knights.language.words import (
    COMMON,
    MOST_PEOPLE,
    NAMES,
    PAIRS,
    ROLES,
    UNCOMMON,
    Roles,
)
from boxwright.blackboxes.reasoning.knights.puzzles.specification import CannotBeMade
from boxwright.blackboxes.reasoning.knights.puzzles.statements import Statement, Statements, World
from boxwright.blackboxes.reasoning.knights.puzzles.steps import CONFLICT, FAIL, OK, RECONSIDER, Step
from boxwright.blackboxes.seeds import stream

LANGUAGES: Mapping[str, Tongue] = {"en": English(), "zh": Chinese()}
Wording = Literal["names", "roles", "order", "flip"]
WORDINGS: tuple[Wording, ...] = ("names", "roles", "order", "flip")
"""Changes of wording that leave the puzzle as it is: uncommon names, other role words, reordered claims, and role words
exchanged (knights lie)."""


@dataclass(frozen=True)
class Surface:
    """How a puzzle is worded. Everything is a number, so that the same surface exists in every language."""

    language: str
    names: tuple[int, ...]
    """Places in the list of names, one per person."""
    sayings: tuple[int, ...]
    """The way of reporting each person's claim."""
    order: tuple[int, ...]
    """In which order the people's claims are told."""
    name_list: str = COMMON
    pair: int = 0
    """Which role words; 0 is knight and knave."""
    flipped: bool = False
    """Whether the role words are exchanged."""

    @property
    def tongue(self) -> Tongue:
        """The language."""
        return LANGUAGES[self.language]

    @property
    def people(self) -> list[str]:
        """The names, one per person."""
        listed = NAMES[self.language, self.name_list]
        return [listed[place] for place in self.names]

    @property
    def roles(self) -> Roles:
        """The words of the two roles; `knight` is who tells the truth."""
        return _roles(self.language, self.pair, self.flipped)

    def changed(self, wording: Wording, *parts: str | int) -> Surface:
        """Return the surface with one thing changed; `parts` seed what has to be drawn."""
        rng = stream("knights", wording, *parts)
        if wording == "names":
            return replace(self, name_list=UNCOMMON if self.name_list == COMMON else COMMON)
        if wording == "flip":
            return replace(self, flipped=not self.flipped)
        if wording == "roles":
            others = [pair for pair in range(PAIRS) if pair != self.pair]
            return replace(self, pair=rng.choice(others))
        order = list(self.order)
        while tuple(order) == self.order:
            rng.shuffle(order)
        return replace(self, order=tuple(order))


def read_surface(data: object, people: int) -> Surface | None:
    """Return a surface from JSON; None if it is none for so many people."""
    if not isinstance(data, dict) or not data.keys() <= {field.name for field in fields(Surface)}:
        return None
    lists = [data.get(name) for name in ("names", "sayings", "order")]
    if any(
        not isinstance(part, list) or len(part) != people or any(type(n) is not int for n in part) for part in lists
    ):
        return None
    try:
        given: dict[str, Any] = {k: tuple(part) if isinstance(part, list) else part for k, part in data.items()}
        found = Surface(**given)
        known = found.people and found.roles and found.tongue
    except (KeyError, IndexError, TypeError):
        return None
    return found if known else None


@cache
def _roles(language: str, pair: int, flipped: bool) -> Roles:
    found = ROLES[language][pair]
    return Roles(found.knave, found.knight) if flipped else found


def draw_surface(people: int, language: str, *parts: str | int) -> Surface:
    """Draw the surface of a puzzle; `parts` are its seed and id. Raises: CannotBeMade if there are too few names."""
    if people > MOST_PEOPLE:
        raise CannotBeMade(f"{people} people cannot be worded; there are {MOST_PEOPLE} names")
    names = stream("knights", "names", *parts).sample(range(MOST_PEOPLE), people)
    rng = stream("knights", "sayings", *parts)
    sayings = tuple(rng.randrange(len(LANGUAGES[language].SAYINGS)) for _ in range(people))
    return Surface(language, tuple(names), sayings, tuple(range(people)))


def render(puzzle: Statements, surface: Surface) -> str:
    """Return the worded puzzle: what the island is, whom one meets, one line per claim, and the question."""
    tongue, names, roles = surface.tongue, surface.people, surface.roles
    said = [
        tongue.saying(surface.sayings[who], names[who], tongue.clause(puzzle[who], names, roles))
        for who in surface.order
    ]
    return "\n".join([*tongue.head(names, roles), *said, tongue.tail(roles)])


def parse(text: str, surface: Surface) -> Statements:
    """Read a worded puzzle back; of the surface only the language, the names and the role words are used.

    Raises: Misread.
    """
    tongue, names, roles = surface.tongue, surface.people, surface.roles
    head, tail = tongue.head(names, roles), tongue.tail(roles)
    lines = text.split("\n")
    if lines[: len(head)] != head or lines[-1] != tail:
        raise Misread("cannot be read: not the introduction, the people and the question that were expected")
    found: dict[int, Statement] = {}
    for line in lines[len(head) : -1]:
        name, clause = tongue.read_saying(line, names)
        if names.index(name) in found:
            raise Misread(f"cannot be read: {name} speaks twice")
        found[names.index(name)] = tongue.read_clause(clause, names, roles)
    if len(found) < len(names):
        raise Misread("cannot be read: not everybody speaks")
    return tuple(found[who] for who in range(len(names)))


def step_text(puzzle: Statements, step: Step, surface: Surface) -> str:
    """Word one step of reasoning."""
    tongue, names, roles = surface.tongue, surface.people, surface.roles

    def clause(who: int) -> str:
        return tongue.clause(puzzle[who], names, roles)

    if step[0] == OK:
        _, person, knight = step
        return tongue.supposition(names[person], roles.of(knight).a, clause(person), knight)
    if step[0] == CONFLICT:
        _, person, knight, speaker, honest = step
        said = clause(speaker)
        return tongue.contradiction(names[person], roles.of(knight).a, names[speaker], roles.of(honest).a, said, honest)
    if step[0] == RECONSIDER:
        return tongue.going_back([names[who] for who in step[2]], names[step[1]])
    return tongue.conclusion(step[0] != FAIL)


def reasoning_text(puzzle: Statements, steps: Sequence[Step], surface: Surface) -> str:
    """Word a list of steps, one line each."""
    return "\n".join(step_text(puzzle, step, surface) for step in steps)


def answer_text(world: World, surface: Surface) -> str:
    """Word everybody's role in one line, as an answer."""
    return surface.tongue.answer(surface.people, [surface.roles.of(role).one for role in world])


def answer_line(world: World, surface: Surface) -> str:
    """Word an answer with its marker, as the prompt asks for it."""
    return surface.tongue.MARKER + answer_text(world, surface)
