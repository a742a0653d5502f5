"""A puzzle as it is played: statements, solutions, the one that is the answer, and its wording."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from boxwright.blackboxes.reasoning.knights.language.surface import WORDINGS, Surface, draw_surface, render
from boxwright.blackboxes.reasoning.knights.play.settings import KnightsSettings
from boxwright.blackboxes.reasoning.knights.puzzles.classes import class_of
from boxwright.blackboxes.reasoning.knights.puzzles.edits import EDITS, partner
from boxwright.blackboxes.reasoning.knights.puzzles.generating import generate, puzzle_id
from boxwright.blackboxes.reasoning.knights.puzzles.solver import every_solution
from boxwright.blackboxes.reasoning.knights.puzzles.specification import Specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import Statements, World
from boxwright.blackboxes.seeds import derive, stream

PARTNERS = (*EDITS, *WORDINGS)
"""The names of all perturbations: two that change the answer, four that change only the wording."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle, worded."""

    statements: Statements
    solutions: tuple[World, ...]
    answer: World
    """The one that counts as right; drawn, where there are several."""
    wanted: Specification
    surface: Surface
    base: str = ""
    """The id of the puzzle that this is a partner of."""

    @property
    def id(self) -> str:
        """The puzzle's id."""
        return puzzle_id(self.statements)

    @property
    def text(self) -> str:
        """The worded puzzle."""
        return render(self.statements, self.surface)

    @property
    def shape(self) -> str:
        """The id of the puzzle's class."""
        return class_of(self.statements)

    def partner(self, kind: str, seed: int) -> Puzzle | None:
        """Return the partner of a kind; None where it is proved that there is none. Raises: BoxwrightError."""
        base = self.base or self.id
        for wording in WORDINGS:
            if kind == wording:
                return replace(self, surface=self.surface.changed(wording, seed, base), base=base)
        for edit in EDITS:
            if kind == edit:
                edited = partner(
                    self.statements, self.wanted, edit, stream(seed, "knights", base, "perturbation", kind)
                )
                if edited is None:
                    return None
                world = edited.solution
                return replace(self, statements=edited.statements, solutions=(world,), answer=world, base=base)
        raise ValueError(kind)


def drawn_puzzles(settings: KnightsSettings, seed: int, solutions: str = "one") -> Iterator[Puzzle]:
    """Yield the puzzles of a seed; numbers of people take turns. Raises: CannotBeMade."""
    sources = []
    for people in settings.numbers:
        wanted = settings.specification(people, solutions)
        sources.append((wanted, generate(wanted, derive(seed, "people", people))))
    while True:
        for wanted, source in sources:
            yield worded(next(source), wanted, settings.language, seed)


def worded(statements: Statements, wanted: Specification, language: str, seed: int) -> Puzzle:
    """Return a puzzle with a wording and its answer, both drawn from seed and id."""
    identifier = puzzle_id(statements)
    worlds = tuple(every_solution(statements))
    answer = worlds[stream(seed, "knights", identifier, "answer").randrange(len(worlds))]
    surface = draw_surface(len(statements), language, seed, identifier)
    return Puzzle(statements, worlds, answer, wanted, surface)
