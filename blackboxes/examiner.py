"""What an exam asks, and how a call is asked as a worked example: in each family the module `exam.py` beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.types import Call


@dataclass(frozen=True)
class Asked:
    """One question of an exam: the call that a reference answers, and the example that its reply makes."""

    question: Mapping[str, Any]
    """The example's input fields."""
    call: Call
    told: Callable[[Any], Mapping[str, Any]]
    """Maps the reply to the example's output fields. Raises: BadOutput for a reply of the wrong form."""


@dataclass(frozen=True)
class Blank:
    """A worked example whose result is still to be worked out."""

    question: Mapping[str, Any]
    """The example's input fields."""
    call: Call
    """The call that answers it."""
    wanted: tuple[str, ...]
    """The names of its output fields."""


class Examiner(Protocol):
    """What the module `exam.py` beside a family offers."""

    FUNCTIONS: tuple[str, ...]
    """The functions that a reference must define: those whose answers can be compared."""

    def ask(self, reference: Box[Any], rng: Random) -> Iterator[Asked]:
        """Return the questions of one exam; the reference is the box. Raises: BadOutput, SandboxError."""
        ...

    def blanks(self, call: Call, value: Any, other: Any) -> Iterable[Blank]:
        """Return worked examples that tell a call's value from another, for someone who knows the rule to fill in.

        `other` is None where no other is known. Empty where the call draws from a seed: nobody works that out by hand.
        """
        ...


class DrawExaminer(Examiner, Protocol):
    """What `exam.py` offers besides in a family whose modules draw from seeds."""

    DRAWING: tuple[str, ...]
    """The functions that draw."""

    def drawn(self, box: Box[Any], rng: Random, count: int) -> list[Call]:
        """Return so many calls of these functions. Raises: SandboxError, BadOutput where the box fails."""
        ...

    def drawn_alike(self, one: Any, other: Any) -> bool:
        """Whether two replies to such a call hold the same draw, whatever else they hold."""
        ...
