"""Sums of two numbers: generated, certified and solved here; there is nothing to explore."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import Field

from boxwright.blackboxes.environment import Entry, Opened, Table
from boxwright.blackboxes.prompts import Prompt, read_prompt
from boxwright.blackboxes.reasoning_game import ReasoningGame
from boxwright.blackboxes.records import PlayedEpisode
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.stated import final_line
from boxwright.blackboxes.types import Ask, Options, Plan, Refusal, Sample, Score, Shot, Turn
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits

IDS = ("toy_game/sums",)
INTEGER = re.compile(r"-?\d{1,30}")


class SumOptions(Options):
    """What can be chosen."""

    digits: int = Field(default=2, ge=1, le=9)
    """Digits of each number."""


@dataclass(frozen=True)
class Sum:
    """One puzzle."""

    left: int
    right: int
    total: int


class SumGame(ReasoningGame[Sum]):
    """A puzzle is one question."""

    name = "toy_game"
    revision = 1
    options = SumOptions
    explores = False

    @cached_property
    def prompt(self) -> Prompt:
        """Its texts for players."""
        return read_prompt(Path(__file__).with_name("game.md"))

    def ids(self, workspace: Workspace) -> Sequence[str]:
        """Return the one id."""
        return IDS

    def load(self, workspace: Workspace, identifier: str) -> Entry:
        """Return what is registered."""
        return SumEntry(self, identifier)

    def generate(self, entry: Entry, options: Options, seed: int) -> Iterator[Sum]:
        """Yield sums without end."""
        assert isinstance(options, SumOptions)
        rng = stream(seed, entry.id)
        while True:
            left, right = (rng.randrange(10 ** (options.digits - 1), 10**options.digits) for _ in range(2))
            yield Sum(left, right, left + right)

    def certify(self, puzzle: Sum) -> Sequence[str]:
        """Return why a sum is wrong."""
        return [] if puzzle.left + puzzle.right == puzzle.total else [f"{puzzle} is no sum"]

    def solve(self, puzzle: Sum) -> int:
        """Return the sum, one unit at a time."""
        return sum(1 for _ in range(puzzle.left)) + puzzle.right

    def perturb(self, puzzle: Sum, seed: int) -> Iterator[tuple[str, Sum]]:
        """Yield the same sum the other way round."""
        yield "swapped", Sum(puzzle.right, puzzle.left, puzzle.total)

    def tables(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Table]:
        """Return how far off answers were."""
        rows = [[row["model"], f"{row['mean_distance']:.1f}"] for row in self.rows(episodes)]
        return [Table("sums: mean distance from the right answer", ("model", "distance"), rows)]

    def rows(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Mapping[str, Any]]:
        """Return the same for machines."""
        off: dict[str, list[int]] = {}
        for model, _, record in episodes:
            shots = [shot for sample in record.samples for shot in sample.shots]
            off.setdefault(model, []).extend(shot.detail["distance"] for shot in shots if shot.detail)
        return [{"model": model, "mean_distance": sum(all_) / len(all_)} for model, all_ in off.items() if all_]


class SumEntry(Entry):
    """The one thing that is registered."""

    def __init__(self, game: SumGame, identifier: str) -> None:
        self.environment = self.game = game
        self.id = identifier

    @property
    def difficulty(self) -> str:
        """How hard it is."""
        return "easy"

    def open(self, launcher: Launcher, limits: Limits | None = None) -> OpenSums:
        """Open it; nothing is launched."""
        return OpenSums(self)


class OpenSums(Opened):
    """Opened for playing."""

    def __init__(self, entry: SumEntry) -> None:
        self.environment = self.game = entry.game
        self.entry, self.id = entry, entry.id

    def conversations(self, plan: Plan) -> Iterator[SumConversation]:
        """One conversation: K sums."""
        yield SumConversation(self, plan)

    def chance_level(self, seed: int) -> float:
        """Return how likely a guessed sum is right, about."""
        return 0.01

    def answer(self, value: Any) -> Any:
        """Answer a list of numbers with their sum. Raises: ValueError."""
        if not isinstance(value, list) or not all(type(number) is int for number in value):
            raise ValueError("the input must be a list of whole numbers")
        return sum(value)


class SumConversation:
    """K questions, one after the other."""

    def __init__(self, opened: OpenSums, plan: Plan) -> None:
        self.opened, self.plan = opened, plan
        self.introduction = opened.game.prompt.render("introduction", samples=plan.samples, shots=plan.shots)

    def turn(self, number: int) -> Turn:
        """There is none."""
        raise NotImplementedError("nothing to explore")

    def samples(self) -> Iterator[Sample]:
        """Return the questions."""
        options = self.plan.options if isinstance(self.plan.options, SumOptions) else SumOptions()
        puzzles = self.opened.game.generate(self.opened.entry, options, self.plan.seed)
        for number, puzzle in enumerate(islice(puzzles, self.plan.samples), start=1):
            yield SumSample(self, number, puzzle)

    def skips(self) -> Sequence[Any]:
        """Nothing is passed over."""
        return ()


class SumSample:
    """One sum."""

    def __init__(self, conversation: SumConversation, number: int, puzzle: Sum) -> None:
        self.conversation, self.number, self.puzzle = conversation, number, puzzle
        self.question, self.truth = [puzzle.left, puzzle.right], puzzle.total

    def shot(self, number: int) -> Shot:
        """Ask for the sum."""
        plan, prompt = self.conversation.plan, self.conversation.opened.game.prompt
        text = prompt.render(
            "question",
            number=self.number,
            samples=plan.samples,
            shot=number,
            shots=plan.shots,
            left=self.puzzle.left,
            right=self.puzzle.right,
        )
        reply = yield Ask(text, "answer", SumBaseline(self.puzzle))
        while not INTEGER.fullmatch(answer := final_line(reply, "ANSWER") or ""):
            reply = yield Refusal(prompt.render("refuse"))
        off = abs(int(answer) - self.puzzle.total)
        return Score(int(answer), off == 0, float(off == 0), {"distance": off})


@dataclass(frozen=True)
class SumBaseline:
    """Replies of players that need no model."""

    puzzle: Sum

    def truth(self) -> str:
        """The sum."""
        return f"ANSWER: {self.puzzle.total}"

    def guess(self, rng: random.Random) -> str:
        """Any number of that size."""
        return f"ANSWER: {rng.randrange(2 * max(self.puzzle.left, self.puzzle.right) + 1)}"

    def constant(self) -> str:
        """Always the same."""
        return "ANSWER: 100"

    def echo(self) -> str:
        """What was asked."""
        return f"ANSWER: {self.puzzle.left}"
