"""What generated code of the `freeform` family defines, written down as types; never instantiated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypedDict

from boxwright.blackboxes.contracts import State


class Explored(TypedDict):
    """A free-form session's next state, and what the player reads."""

    state: State
    feedback: str


class Question(TypedDict):
    """A free-form test question; `comparator` is trusted and named: exact, number, set, sequence or text."""

    prompt: str
    answer: Any
    comparator: str


class Freeform(Protocol):
    """`freeform`: the description defines the interaction too."""

    def open(self, seed: int) -> State: ...  # noqa: D102
    def explore(self, state: State, text: str) -> Explored: ...  # noqa: D102
    def questions(self, state: State, seed: int, count: int) -> Sequence[Question]: ...  # noqa: D102
