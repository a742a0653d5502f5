"""A question in its one semantic form: who is where, what is told, what is asked, which letters are right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Atom, Scene
from boxwright.blackboxes.seeds import digest

Form = Literal["entity", "slot", "statement"]
Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
SHARES = (1, 2, 3)
"""How many questions of each level there are, in proportion."""
LETTERS = "ABCD"
TYPES = ("entity precise", "entity vague", "slot precise", "slot vague", "statement right", "statement wrong")
"""All question types: what the options are, and how many of them can be right, or whether the wrong ones are asked."""


@dataclass(frozen=True, order=True)
class Saying:
    """A statement with its wording."""

    atom: Atom
    wording: int = 0
    """Which surface form, counted modulo the number of forms of a language."""
    described: tuple[str, ...] = ()
    """For each entity the description used in place of its name; empty where it is named."""


@dataclass(frozen=True)
class Question:
    """What is asked. Options are statements; which part of each is shown depends on the form."""

    type: str
    """One of TYPES."""
    options: tuple[Saying, ...]
    """Without the option that none of the others is right."""
    none: bool
    """Whether a last option says that none of the others is right."""

    @property
    def form(self) -> Form:
        """What the options are."""
        form: Any = self.type.partition(" ")[0]
        return form  # type: ignore[no-any-return]

    @property
    def letters(self) -> str:
        """All letters that can be chosen."""
        return LETTERS[: len(self.options) + self.none]


@dataclass(frozen=True)
class Puzzle:
    """One question with its scene and clues."""

    id: str
    scene: Scene
    hidden: tuple[int, ...]
    """The slot of each entity in the arrangement from which the clues were drawn."""
    clues: tuple[Saying, ...]
    question: Question
    answer: str
    """The right letters, in order."""
    wording: int = 0
    """Which surface form of the introduction."""
    features: Mapping[str, int] = field(default_factory=dict, compare=False)
    level: Level = "easy"
    base: str = ""
    """The id of the question that this one is a partner of."""
    variant: str = ""
    """How it differs from that one."""


def form_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the semantic form as JSON values: from it the question's texts, letters and proof follow."""
    scene, question = puzzle.scene, puzzle.question
    return {
        "entities": [entity.key for entity in scene.entities],
        "slots": [slot.key for slot in scene.slots],
        "hidden": list(puzzle.hidden),
        "clues": [_saying(clue) for clue in puzzle.clues],
        "options": [_saying(option) for option in question.options],
        "none": question.none,
        "wording": puzzle.wording,
    }


def _saying(saying: Saying) -> dict[str, Any]:
    atom = saying.atom
    row: dict[str, Any] = {"relation": atom.relation, "entities": list(atom.entities)}
    if not atom.positive:
        row["positive"] = False
    if saying.wording:
        row["wording"] = saying.wording
    if any(saying.described):
        row["described"] = list(saying.described)
    return row


def identifier(puzzle: Puzzle) -> str:
    """Return the id of a question, from its form; of a partner, from the question that it is a partner of."""
    if puzzle.base:
        return f"{puzzle.base}-{puzzle.variant}"
    text = json.dumps([puzzle.scene.scenario.id, puzzle.question.type, form_of(puzzle)], sort_keys=True)
    return digest(text)[:16]
