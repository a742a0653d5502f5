"""Changed partners of a question, for measuring memorization; each is certified anew.

`clue` changes the meaning: one clue is exchanged so that the letters change, drawn uniformly from all such neighbours.
`wording`, `order`, `names` and `language` keep it: other surface forms, another order of clues and options, other
people or objects, the other language.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import LANGUAGES
from boxwright.blackboxes.reasoning.knowlogic.language.render import question_text
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import (
    answers,
    certificate,
    option_masks,
)
from boxwright.blackboxes.reasoning.knowlogic.questions.levels import measured
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LETTERS, Puzzle, Question, Saying, identifier
from boxwright.blackboxes.reasoning.knowlogic.worlds.scene import Scene
from boxwright.blackboxes.seeds import stream

CLUE, WORDING, ORDER, NAMES, LANGUAGE = "clue", "wording", "order", "names", "language"
KINDS = (CLUE, WORDING, ORDER, NAMES, LANGUAGE)
"""All partners; the last is the same question, rendered in the other language by whoever shows it."""
_FORMS = 60
"""Wordings are numbers below this."""


def partner(puzzle: Puzzle, kind: str, seed: int) -> Puzzle | None:
    """Return the partner of a kind; None where it is proved that there is none. Raises: BadMeaning."""
    rng = stream("knowlogic", "partner", kind, seed, puzzle.id)
    made: Puzzle | None = puzzle
    if kind == CLUE:
        made = _other_clue(puzzle, rng)
    elif kind == WORDING:
        made = _reworded(puzzle, rng)
    elif kind == ORDER:
        made = _reordered(puzzle, rng)
    elif kind == NAMES:
        made = _renamed(puzzle, rng)
    if made is None:
        return None
    made = replace(made, base=puzzle.id, variant=kind)
    return replace(made, id=identifier(made), features=measured(made)[0])


def _other_clue(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """Exchange one clue for any other statement, so that other letters are determined."""
    meanings = puzzle.scene.meanings
    told = {clue.atom for clue in puzzle.clues}
    asked = {option.atom for option in puzzle.question.options}
    candidates = [atom for atom in meanings.atoms() if atom not in told | asked]
    found: list[tuple[int, Saying, str]] = []
    for number in range(len(puzzle.clues)):
        rest = meanings.all_of(clue.atom for other, clue in enumerate(puzzle.clues) if other != number)
        for atom in candidates:
            given = answers(meanings, puzzle.question, rest & meanings.mask(atom))
            if len(given) == 1 and given[0] not in ("", puzzle.answer):
                found.append((number, Saying(atom, puzzle.clues[number].wording), given[0]))
    rng.shuffle(found)
    for number, saying, letters in found:
        clues = (*puzzle.clues[:number], saying, *puzzle.clues[number + 1 :])
        left = meanings.all_of(clue.atom for clue in clues)
        (hidden,) = meanings.space.worlds_of(left, 1)
        made = replace(puzzle, clues=clues, answer=letters, hidden=hidden)
        if not certificate(made).faults(letters) and not _given_away(made):
            return made
    return None


def _given_away(puzzle: Puzzle) -> bool:
    """Whether one clue says a right option by itself."""
    meanings = puzzle.scene.meanings
    right = [
        mask
        for letter, mask in zip(LETTERS, option_masks(meanings, puzzle.question), strict=False)
        if letter in puzzle.answer
    ]
    return any(not meanings.mask(clue.atom) & ~mask for clue in puzzle.clues for mask in right)


def _reworded(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """Give every sentence other words; None where a language has only one way to say it all."""

    def moved(by: Callable[[], int]) -> Puzzle:
        def other(saying: Saying) -> Saying:
            return replace(saying, wording=(saying.wording + by()) % _FORMS)

        options = tuple(other(option) for option in puzzle.question.options)
        clues = tuple(other(clue) for clue in puzzle.clues)
        question = replace(puzzle.question, options=options)
        return replace(puzzle, clues=clues, question=question, wording=puzzle.wording + 1)

    def differs(made: Puzzle) -> bool:
        return all(question_text(made, language) != question_text(puzzle, language) for language in LANGUAGES)

    tried = (moved(lambda: rng.randrange(1, _FORMS)), moved(lambda: 1))
    return next((made for made in tried if differs(made)), None)


def _reordered(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Put the clues, and the options but for `none of the above`, into another order."""
    clues = list(puzzle.clues)
    rng.shuffle(clues)
    order = list(range(len(puzzle.question.options)))
    rng.shuffle(order)
    options = tuple(puzzle.question.options[number] for number in order)
    none = LETTERS[len(order)] if puzzle.question.none else ""
    letters = [LETTERS[new] for new, old in enumerate(order) if LETTERS[old] in puzzle.answer]
    letters += [none] if none and none in puzzle.answer else []
    question = Question(puzzle.question.type, options, puzzle.question.none)
    return replace(puzzle, clues=tuple(clues), question=question, answer="".join(letters))


def _renamed(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """Put other people or objects in the place of each; None where what is known about them matters."""
    scene = puzzle.scene
    if any(entity.attributes for entity in scene.entities):
        return None
    others = [member for member in scene.scenario.members if member not in scene.entities]
    if len(others) < len(scene.entities):
        return None
    chosen = tuple(rng.sample(others, len(scene.entities)))
    return replace(puzzle, scene=Scene(scene.scenario, chosen, scene.slots))
