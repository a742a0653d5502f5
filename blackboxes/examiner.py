"""What an exam asks: each family defines it in the module `exam.py` beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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


class Examiner(Protocol):
    """What the module `exam.py` beside a family offers."""

    FUNCTIONS: tuple[str, ...]
    """The functions that a reference must define: those whose answers can be compared."""

    def ask(self, reference: Box[Any], rng: Random) -> Iterator[Asked]:
        """Return the questions of one exam; the reference is the box. Raises: BadOutput, SandboxError."""
        ...
