"""The environment `knights`: puzzles that are asked at once, islands that are explored by questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice, product
from random import Random
from typing import Any, ClassVar

from boxwright.blackboxes.environment import Entry, Opened, Table
from boxwright.blackboxes.faults import BoxwrightError, UnknownBox
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.reasoning.knights.language.surface import Surface
from boxwright.blackboxes.reasoning.knights.language.words import COMMON, MOST_PEOPLE, UNCOMMON
from boxwright.blackboxes.reasoning.knights.names import PUZZLES, QUESTIONS, SAYS, UNDECIDED
from boxwright.blackboxes.reasoning.knights.play.conversation import IslandConversation, PuzzleConversation
from boxwright.blackboxes.reasoning.knights.play.puzzle import PARTNERS, Puzzle, drawn_puzzles, worded
from boxwright.blackboxes.reasoning.knights.play.settings import (
    KnightsSettings,
    check_settings,
    knights_settings,
)
from boxwright.blackboxes.reasoning.knights.play.table import knights_rows, knights_tables
from boxwright.blackboxes.reasoning.knights.puzzles.generating import check_count, generate
from boxwright.blackboxes.reasoning.knights.puzzles.solver import solutions
from boxwright.blackboxes.reasoning.knights.puzzles.specification import CannotBeMade, Specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import TRUTH, fits
from boxwright.blackboxes.reasoning_game import NoPartner, ReasoningGame
from boxwright.blackboxes.records import PlayedEpisode
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Conversation, Options, Plan, Setting
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits

NO_EDIT = "no single edit leaves one solution, another one"
EXAMPLE_PEOPLE = 3
MOST_EXPLORED = 16
"""People on an island of which nothing is told: all 65,536 worlds are followed."""
GUESSED = 500
"""Puzzles from which the best constant answer is learned."""


class KnightsGame(ReasoningGame[Puzzle]):
    """The game of all three ids."""

    name = "knights"
    revision = 3
    options = KnightsSettings
    players = ("solver",)
    part = "people"
    refuses: ClassVar[Mapping[Setting, str]] = {
        "code": "there is no function that a program could replace",
        "non-adaptive": "a reply decides what is worth asking next",
        "stop": "an answer ends the questions anyway",
    }

    def ids(self, workspace: Workspace) -> Sequence[str]:
        """Return the three ids."""
        return sorted(SAYS)

    def load(self, workspace: Workspace, identifier: str) -> KnightsEntry:
        """Return what is registered under an id. Raises: UnknownBox."""
        if identifier not in SAYS:
            raise UnknownBox(f"knights has no {identifier!r}; known: {', '.join(sorted(SAYS))}")
        return KnightsEntry(self, identifier)

    def turns(self, identifier: str, asked: int) -> int:
        """Return T: only islands are explored."""
        return asked if identifier == QUESTIONS else 0

    def read_options(self, given: Mapping[str, Any]) -> Options:
        """Parse options by name. Raises: BadOptions naming the option and its allowed values."""
        settings = super().read_options(given)
        assert isinstance(settings, KnightsSettings)
        return check_settings(settings)

    def generate(self, entry: Entry, options: Options, seed: int) -> Iterator[Puzzle]:
        """Yield the puzzles of a seed. Raises: CannotBeMade."""
        settings = knights_settings(options)
        if entry.id == QUESTIONS and settings.told == "nothing":
            return islands(settings, seed)
        several = entry.id in (UNDECIDED, QUESTIONS)
        return drawn_puzzles(settings, seed, "several" if several else "one")

    def certify(self, puzzle: Puzzle) -> Sequence[str]:
        """Return what is wrong with a puzzle: its solutions, found again by trying every world up to 12 people."""
        people = len(puzzle.statements)
        if people <= 12:
            worlds = [w for w in product((True, False), repeat=people) if fits(puzzle.statements, w)]
        else:
            worlds = solutions(puzzle.statements, len(puzzle.solutions) + 1)
        found = [] if worlds == list(puzzle.solutions) else ["its solutions are not those that the statements have"]
        if puzzle.answer not in worlds:
            found.append("its answer does not fit the statements")
        return found

    def solve(self, puzzle: Puzzle) -> list[list[bool]]:
        """Return the solutions of a puzzle, from its worded text."""
        from boxwright.blackboxes.reasoning.knights.language.surface import parse

        return [list(world) for world in solutions(parse(puzzle.text, puzzle.surface), len(puzzle.solutions) + 1)]

    def perturb(self, puzzle: Puzzle, seed: int) -> Iterator[tuple[str, Puzzle]]:
        """Yield the partners that a puzzle has, each with the name of its perturbation."""
        for kind in PARTNERS:
            found = puzzle.partner(kind, seed)
            if found is not None:
                yield kind, found

    def rows(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Mapping[str, Any]]:
        """Return accuracy by number of people, and questions against the optimum."""
        return knights_rows(episodes)

    def tables(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Table]:
        """Return the same as tables."""
        return knights_tables(knights_rows(episodes))


def islands(settings: KnightsSettings, seed: int) -> Iterator[Puzzle]:
    """Yield islands on which nobody has said anything that tells anything: all worlds are possible."""
    number = 0
    while True:
        for people in settings.numbers:
            number += 1
            silent = tuple((TRUTH, who) for who in range(people))
            drawn = worded(silent, settings.specification(people), settings.language, derive(seed, "island", number))
            yield drawn


class KnightsEntry(Entry):
    """One of the ids; with `kind` the partners of its puzzles."""

    def __init__(self, game: KnightsGame, identifier: str, kind: str = "") -> None:
        self.environment: KnightsGame = game
        self.id, self.kind = identifier, kind

    def partners(self, workspace: Workspace, options: Options) -> Mapping[str, Entry]:
        """Return the partners of its puzzles; islands and puzzles with several solutions have none."""
        kinds = PARTNERS if self.id == PUZZLES and not self.kind else ()
        return {kind: KnightsEntry(self.environment, self.id, kind) for kind in kinds}

    def check(self, plan: Plan, players: Collection[str]) -> None:
        """Check that so many puzzles exist, by drawing the first of each size. Raises: BoxwrightError."""
        settings = knights_settings(plan.options)
        numbers = settings.numbers
        if self.id == QUESTIONS and settings.told == "nothing":
            if numbers[-1] > MOST_EXPLORED:
                raise BoxwrightError(
                    f"{self.id}: --knights people={settings.people}: at most {MOST_EXPLORED} people can be explored "
                    "of whom nothing is told; write fewer, or --knights told=claims"
                )
            return
        for place, people in enumerate(numbers[: plan.samples]):
            wanted = settings.specification(people, "one" if self.id == PUZZLES else "several")
            check_count(wanted, len(range(place, plan.samples, len(numbers))))
            next(generate(wanted, derive(plan.seed, "people", people)))

    def open(self, launcher: Launcher, limits: Limits | None = None) -> OpenKnights:
        """Open it; no sandbox is launched."""
        return OpenKnights(self)


class OpenKnights(Opened):
    """An id, opened for playing."""

    apart = True

    def __init__(self, entry: KnightsEntry) -> None:
        self.id, self.entry = entry.id, entry
        self.environment: KnightsGame = entry.environment

    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """K conversations, a puzzle each. Raises: CannotBeMade."""
        settings, prompt = knights_settings(plan.options), load_prompt("players/knights")
        explored = self.id == QUESTIONS
        for puzzle in islice(self.environment.generate(self.entry, settings, plan.seed), plan.samples):
            asked, why = self._asked(puzzle, plan.seed)
            if asked is None:
                yield NoPartner(puzzle.id, self.entry.kind, why)
            elif explored:
                yield IslandConversation(prompt, plan, settings, asked)
            else:
                example = _example(asked, settings, plan.seed) if settings.examples else None
                yield PuzzleConversation(prompt, plan, settings, asked, example)

    def _asked(self, puzzle: Puzzle, seed: int) -> tuple[Puzzle | None, str]:
        """Return the puzzle or its partner; None, with the reason, where there is none or it cannot be decided."""
        try:
            return (puzzle.partner(self.entry.kind, seed) if self.entry.kind else puzzle), NO_EDIT
        except CannotBeMade as error:
            return None, str(error)

    def chance_level(self, seed: int) -> float:
        """Return the share of the most frequent answer, which a player without any insight can give every time."""
        return _best_constant(self.id, seed)

    def answer(self, value: Any) -> Any:
        """Answer with a puzzle, or a verdict on roles. Raises: ValueError."""
        if not isinstance(value, dict) or not {"seed"} <= set(value) <= {"seed", "index", "roles", "options"}:
            raise ValueError(
                'the input must be {"seed": n, "index": i, "options": {...}}, with "roles": [true, ...] beside it'
            )
        index = value.get("index", 0)
        if type(value["seed"]) is not int or type(index) is not int or not 0 <= index < 10_000:
            raise ValueError("`seed` and `index` must be whole numbers, `index` from 0 to 9999")
        options = self.environment.read_options(value.get("options", {}))
        puzzle = next(islice(self.environment.generate(self.entry, options, value["seed"]), index, None))
        if "roles" in value:
            return {"right": value["roles"] == list(puzzle.answer)}
        return {"text": puzzle.text, "id": puzzle.id, "people": puzzle.surface.people}


@lru_cache(maxsize=16)
def _best_constant(identifier: str, seed: int) -> float:
    settings = KnightsSettings()
    people = settings.numbers[0]
    if identifier == QUESTIONS:
        return 0.5**people
    kind = "several" if identifier == UNDECIDED else "one"
    drawn = islice(drawn_puzzles(settings, derive(seed, "chance"), kind), GUESSED)
    most: int = Counter(puzzle.answer for puzzle in drawn).most_common(1)[0][1]
    return most / GUESSED


def _apart(surface: Surface, other: Surface, rng: Random) -> Surface:
    """Return a surface of which nobody is called like somebody of another."""
    if not set(surface.names) & set(other.names):
        return surface
    free = [place for place in range(MOST_PEOPLE) if place not in other.names]
    if len(free) < len(surface.names):
        return replace(surface, name_list=COMMON if other.name_list == UNCOMMON else UNCOMMON)
    return replace(surface, names=tuple(rng.sample(free, len(surface.names))))


def _example(puzzle: Puzzle, settings: KnightsSettings, seed: int) -> Puzzle:
    """Return a small solved puzzle, of another class than the one that is asked; a partner has that of its base."""
    wanted = Specification(people=EXAMPLE_PEOPLE)
    rng = stream(seed, puzzle.base or puzzle.id, "example")
    shape = puzzle.shape
    for statements in generate(wanted, rng.randrange(2**31)):
        found = worded(statements, wanted, settings.language, rng.randrange(2**31))
        if found.shape != shape:
            return replace(found, surface=_apart(found.surface, puzzle.surface, rng))
    raise AssertionError("the puzzles of three people have more than one class")
