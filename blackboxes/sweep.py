"""A sweep: the calls that are asked of a box in great numbers, to find what a few drawn inputs do not show.

A whole domain where it is small enough, else structured inputs (boundaries, repeats, extremes of length, late places,
sorted, reversed, constant, what stands in the module's own text). Each family says which calls these are in the module
`sweep.py` beside it; a family without one is asked what its `probes` draw.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, cast

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.environments import module_beside
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Call
from boxwright.sandbox import Reply

Row = tuple[Any, Any]
"""A property's `input` and `output`."""
SMALL = 200_000
"""Domains of at most so many inputs are asked as a whole."""
BATCH = 2_000
"""Calls that a family proposes at once, where it can."""
MOST_BYTES = 1 << 27
"""Replies of one batch that are kept at once."""
PART_BYTES = 100
LONGEST_CONSTANT = 200
"""Characters of a text in a module's source that may be an input."""

Steps = Generator[Sequence[Call], Sequence[Any], None]
"""Yields calls, is sent what came back, and so can follow states from call to call."""


@dataclass(frozen=True)
class Budget:
    """How much a sweep asks: whichever ends first."""

    calls: int
    seconds: float


class Sweeper(Protocol):
    """What the module `sweep.py` beside a family offers; `rows` only where `Family.subject` does not say it."""

    def sweep(self, box: Box[Any], rng: Random) -> Steps:
        """Yield the calls, the most telling first, for as long as they are wanted. Raises: BadOutput, SandboxError."""
        ...

    def rows(self, call: Call, value: Any) -> Iterable[Row]:
        """Return what one reply tells a property."""
        ...


def steps_of(box: Box[Any], seed: int) -> Steps:
    """Return the calls of a box's sweep. Raises: BadOutput, SandboxError."""
    rng = stream(seed, "sweep")
    sweeper = module_beside(box.family, "sweep")
    return _probes(box, rng) if sweeper is None else cast(Sweeper, sweeper).sweep(box, rng)


def rows_of(box: Box[Any], call: Call, value: Any) -> Iterable[Row]:
    """Return the inputs and outputs that the properties of a box are about, in one reply of its sweep."""
    rows = getattr(module_beside(box.family, "sweep"), "rows", None)
    if rows is not None:
        return cast(Iterable[Row], rows(call, value))
    subject = box.family.subject(call)
    return [] if subject is None else [(subject, value)]


def swept(box: Box[Any], seed: int, budget: Budget) -> Iterator[tuple[Sequence[Call], list[Reply]]]:
    """Ask a box its sweep within the budget; yield batches of calls with their replies.

    A reply that is an error ends the sweep with its batch. Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    steps = steps_of(box, seed)
    until = time.monotonic() + budget.seconds
    left = budget.calls
    batch = next(steps, ())
    while batch and left > 0:
        replies = _within(box, batch[:left], until)
        if replies:
            yield batch[: len(replies)], replies
        left -= len(replies)
        if len(replies) < len(batch) or replies[-1].error is not None:
            return
        try:
            batch = steps.send([reply.value for reply in replies])
        except StopIteration:
            return


def _within(box: Box[Any], calls: Sequence[Call], until: float) -> list[Reply]:
    """Make the calls up to the first error, the deadline, or replies too heavy to be kept at once."""
    replies: list[Reply] = []
    heavy = 0
    for reply in box.replies(calls):
        replies.append(reply)
        heavy += weight(reply.value)
        if reply.error is not None or heavy > MOST_BYTES or time.monotonic() > until:
            break
    return replies


def weight(value: Any) -> int:
    """Estimate the bytes that a value takes in memory: what it takes as text, and more for each part with parts."""
    text = repr(value)
    return len(text) + PART_BYTES * (text.count("[") + text.count("{") + text.count("("))


def _probes(box: Box[Any], rng: Random) -> Steps:
    family: Family[Any] = box.family
    while True:
        yield family.probes(box, rng.getrandbits(48), BATCH)


def constants(source: str) -> list[Any]:
    """Return the texts and whole numbers in a module's source: what it treats apart is often written there."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # such a module does not load either
        return []
    found = {
        (type(node.value).__name__, node.value): node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) in (str, int)
    }
    return [value for value in found.values() if not isinstance(value, str) or 0 < len(value) <= LONGEST_CONSTANT]
