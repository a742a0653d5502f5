"""A reasoning game: an environment whose puzzles reviewed code generates, certifies and solves.

Nothing written by a model is ever executed. A game need not have an exploration: a puzzle that is one question is
played with T = 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from boxwright.blackboxes.environment import Entry, Environment
from boxwright.blackboxes.types import Feedback, Options, Sample, Turn

Puzzle = TypeVar("Puzzle")


class NoPartner:
    """The conversation in the place of an instance that has no partner of a kind: nothing is asked.

    `base` is the id of the instance; the record keeps it with the reason, among the skipped ones.
    """

    introduction = ""

    def __init__(self, base: str, kind: str, why: str) -> None:
        self._skip = {"base": base, "kind": kind, "why": why}

    def turn(self, number: int) -> Turn:
        """Return a turn that is over at once, and the exploration with it."""
        return Feedback(None, None, "", last=True)
        yield  # a turn is a generator

    def samples(self) -> Iterator[Sample]:
        """None."""
        yield from ()

    def skips(self) -> Sequence[Any]:
        """The missing partner."""
        return (self._skip,)


class ReasoningGame(Environment, Generic[Puzzle]):
    """An environment that generates its own puzzles; `boxwright check` certifies some of each id."""

    @abstractmethod
    def generate(self, entry: Entry, options: Options, seed: int) -> Iterator[Puzzle]:
        """Yield a seed's puzzles, always the same ones. Raises: BoxwrightError where there are none."""

    @abstractmethod
    def certify(self, puzzle: Puzzle) -> Sequence[str]:
        """Return what is wrong with a puzzle, one sentence each; empty if it is certified."""

    @abstractmethod
    def solve(self, puzzle: Puzzle) -> Any:
        """Return the solution, computed from what players read, as a JSON value."""

    def perturb(self, puzzle: Puzzle, seed: int) -> Iterator[tuple[str, Puzzle]]:
        """Yield perturbed partners of a puzzle, each with the name of its perturbation."""
        yield from ()

    def faults(self, entry: Entry) -> Sequence[str]:
        """Return what is wrong with an id beyond its puzzles, one sentence each."""
        return ()
