"""What an exam asks, as each family says it in the module `exam.py` beside it."""

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
    """The example's fields that ask."""
    call: Call
    told: Callable[[Any], Mapping[str, Any]]
    """From the reply to the example's fields that tell. Raises: BadOutput for a reply of the wrong form."""


class Examiner(Protocol):
    """What the module `exam.py` beside a family offers."""

    FUNCTIONS: tuple[str, ...]
    """What a reference must define: those of the family's functions that have an answer to compare."""

    def ask(self, reference: Box[Any], rng: Random) -> Iterator[Asked]:
        """Return the questions of one exam; the reference is the box. Raises: BadOutput, SandboxError."""
        ...
