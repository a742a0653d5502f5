"""A sweep: the calls that are asked of a box in great numbers, to find what a few drawn inputs do not show.

A whole domain where it is small enough, else structured inputs (boundaries, repeats, extremes of length, late places,
sorted, reversed, constant, what stands in the module's own text). Each family says which calls these are in the module
`sweep.py` beside it; a family without one is asked what its `probes` draw. Before all these come the inputs that a
search guided by the module's own conditions finds (`telling`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Protocol, cast
from weakref import WeakKeyDictionary

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.environments import module_beside
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.reaching import REACHED, telling_source
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call
from boxwright.blackboxes.watch import Watch
from boxwright.sandbox import Reply, SandboxError

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

SEARCHING = 5
"""The search for telling calls may take this part of a sweep's seconds."""
ROUND = 60
"""Neighbours that are asked at once."""
_TOLD: WeakKeyDictionary[Box[Any], dict[tuple[int, Budget], list[Call]]] = WeakKeyDictionary()
KEPT_BYTES = 1 << 26
"""A sweep whose replies take no more together is kept: the same sweep of the same box is asked once."""
_KEPT: WeakKeyDictionary[Box[Any], dict[tuple[int, Budget], list[Batch]]] = WeakKeyDictionary()

Neighbour = Callable[[Box[Any], Call, Random], Call | None]
Steps = Generator[Sequence[Call], Sequence[Any], None]
"""Yields calls, is sent what came back, and so can follow states from call to call."""
Batch = tuple[Sequence[Call], list[Reply]]
"""Calls of a sweep, with their replies."""
Pair = tuple[Call, Reply, Reply]
"""A call, with the replies of two writings."""


@dataclass(frozen=True)
class Budget:
    """How much a sweep asks: whichever ends first. What is done with the replies takes none of the seconds, and a busy
    machine none either (`watch.py`)."""

    calls: int
    seconds: float
    whole: float = 0.0
    """Where the domain is small, as many calls as it has inputs, and those found before, may take so many seconds."""


class Sweeper(Protocol):
    """What the module `sweep.py` beside a family offers; `rows` only where `Family.subject` does not say it,
    `near` only where a search can come nearer to something than a sweep does, `size` only where the number of inputs
    does not say how many calls ask everything, `side_by_side` only where states are each writing's own, so that the
    calls of a sweep do not tell them quickly."""

    def sweep(self, box: Box[Any], rng: Random) -> Steps:
        """Yield the calls, the most telling first, for as long as they are wanted. Raises: BadOutput, SandboxError."""
        ...

    def rows(self, call: Call, value: Any) -> Iterable[Row]:
        """Return what one reply tells a property."""
        ...

    def near(self, box: Box[Any], call: Call, rng: Random) -> Call | None:
        """Return a call of the domain that differs a little; None where it has no such neighbour."""
        ...

    def size(self, box: Box[Any]) -> int | None:
        """Return how many calls ask everything that can be asked; None for too many to count."""
        ...

    def side_by_side(self, one: Box[Any], other: Box[Any]) -> Iterator[Pair]:
        """Walk two writings at once. Raises: BadOutput, SandboxError."""
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
    return [] if subject is None else [(subject, box.family.stated(call, value))]


def swept(box: Box[Any], seed: int, budget: Budget) -> Iterator[Batch]:
    """Ask a box its sweep within the budget, in a fresh session; yield batches of calls with their replies.

    A sweep that came to its end is told from memory the next time, unless its replies are too heavy to be kept. A
    reply that is an error ends the sweep with its batch. Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    known = _KEPT.setdefault(box, {})
    if (seed, budget) in known:
        yield from known[seed, budget]
        return
    box.close()
    kept: list[Batch] = []
    heavy = 0
    for batch, weighs in _asked(box, seed, budget):
        heavy += weighs
        if heavy > KEPT_BYTES:
            kept.clear()
        else:
            kept.append(batch)
        yield batch
    if heavy <= KEPT_BYTES:
        known[seed, budget] = kept


def beside(one: Box[Any], other: Box[Any], seed: int, budget: Budget) -> Iterator[Pair]:
    """Ask two writings of a description the same, as far as both `can_be_asked`.

    First what a search in the other one finds; then, where each has states of its own, these side by side, as many as
    the budget has calls and however long it takes; then a sweep of the first. Raises: BadOutput, SandboxError,
    SandboxUnavailable.
    """
    found = [call for call in telling(other, seed, budget) if can_be_asked(one, other, call)]
    yield from zip(found, one.replies(found), other.replies(found), strict=True)
    walk = getattr(module_beside(one.family, "sweep"), "side_by_side", None)
    if walk is not None:
        yield from islice(walk(one, other), budget.calls)
    for batch, replies in swept(one, seed, budget):
        pairs = [(call, reply) for call, reply in zip(batch, replies, strict=True) if can_be_asked(one, other, call)]
        _renew(other)
        again = other.replies([call for call, _ in pairs])
        yield from ((call, reply, then) for (call, reply), then in zip(pairs, again, strict=True))


def can_be_asked(one: Box[Any], other: Box[Any], call: Call) -> bool:
    """Whether a call tells something of two writings: it holds no state of one's own, and the other defines it, too.

    A reference defines no more of its family's functions than exams ask for. Raises: SandboxError, SandboxUnavailable.
    """
    named = call.function in other.session().functions or call.function not in one.session().functions
    return named and one.family.portable(call)


def _asked(box: Box[Any], seed: int, budget: Budget) -> Iterator[tuple[Batch, int]]:
    """Yield the batches of a sweep, and what the replies of each take in memory."""
    found = telling(box, seed, budget)
    steps = _telling_first(found, steps_of(box, seed))
    whole = _whole(box, budget, len(found))
    asked, spent = 0, 0.0
    values: list[Any] | None = None
    while asked < max(budget.calls, whole):
        watch = Watch()
        _renew(box)
        batch = _next(steps, values)
        most = len(batch) if asked < whole else budget.calls - asked
        seconds = (budget.whole if asked < whole else budget.seconds) - spent
        replies, heavy = _within(box, batch[:most], watch, seconds)
        spent += watch.seconds()
        if replies:
            yield (batch[: len(replies)], replies), heavy
        asked += len(replies)
        if not replies or len(replies) < len(batch) or replies[-1].error is not None:
            return
        values = [reply.value for reply in replies]


def _renew(box: Box[Any]) -> None:
    """Let a fresh session go on before replies take together what those of one may. Raises: SandboxUnavailable."""
    if box.session().host_bytes > box.limits.host_mb << 19:
        box.close()


def _whole(box: Box[Any], budget: Budget, found: int) -> int:
    """Return the calls after which a small domain has been asked as a whole; 0 where it need not be, or is large."""
    counted = getattr(module_beside(box.family, "sweep"), "size", Box.domain_size)
    size = counted(box) if budget.whole else None
    return 0 if size is None or size > SMALL else size + found + 2 * BATCH


def _telling_first(found: Sequence[Call], steps: Steps) -> Steps:
    if found:
        yield found
    yield from steps


def _next(steps: Steps, values: Sequence[Any] | None) -> Sequence[Call]:
    """Return the next calls of a sweep, after what came back for the last ones; none at its end."""
    try:
        return next(steps) if values is None else steps.send(values)
    except StopIteration:
        return ()


def telling(box: Box[Any], seed: int, budget: Budget) -> list[Call]:
    """Return calls each of which reaches what none before it did: a condition, its other side, a nearer comparison.

    The search goes on from what it has found, in a session of its own, for a part of the budget's seconds. A box is
    searched once for each seed and budget; where its family has no `near`, nothing is. Raises: SandboxUnavailable.
    """
    near = getattr(module_beside(box.family, "sweep"), "near", None)
    if near is None:
        return []
    known = _TOLD.setdefault(box, {})
    if (seed, budget) not in known:
        known[seed, budget] = _searched(box, seed, budget, near)
    return known[seed, budget]


def _searched(box: Box[Any], seed: int, budget: Budget, near: Neighbour) -> list[Call]:
    source = telling_source(box.source)
    if not source:
        return []
    rng = stream(seed, "telling")
    found: list[Call] = []
    most = budget.calls
    watch, seconds = Watch(), budget.seconds / SEARCHING
    recorder = Box(box.description, box.family, source, box.launcher, limits=box.limits)
    with recorder, suppress(SandboxError, BadOutput):  # what fails here fails in the gates, too, which say so
        left = most - _reached_by(recorder, steps_of(box, derive(seed, "telling")), found, most, watch, seconds)
        while left > 0 and found and not watch.over(seconds):
            picked = [found[-1 - int(rng.random() ** 3 * len(found))] for _ in range(min(left, ROUND))]
            calls = [call for one in picked if (call := near(box, one, rng)) is not None]
            left -= max(1, len(calls))
            _reach(recorder, calls, found)
    return found


def _reached_by(recorder: Box[Any], steps: Steps, found: list[Call], most: int, watch: Watch, seconds: float) -> int:
    """Let a sweep's own calls go first, for half of the search and until something is found; return how many."""
    made = 0
    batch = _next(steps, None)
    while batch and made < (most if not found else most // 2) and not watch.over(seconds):
        asked = batch[: max(most // 2, ROUND)]
        values: list[Any] = []
        for first in range(0, len(asked), ROUND):
            values += _reach(recorder, asked[first : first + ROUND], found)
            if watch.over(seconds):
                break
        made += len(values)
        if len(values) < len(batch):
            break
        batch = _next(steps, values)
    return made


def _reach(recorder: Box[Any], calls: Sequence[Call], found: list[Call]) -> list[Any]:
    """Make calls, keep those that reach something new, and return their values. Raises: SandboxError, at an error."""
    values = []
    rows = [(call.function, list(call.args)) for call in calls]
    for call, reply in zip(calls, recorder.call_many(REACHED, rows), strict=True):
        if reply.error is not None:
            found.append(call)
        told = reply.unwrap()
        if not isinstance(told, dict) or not isinstance(told.get("new"), int):
            raise BadOutput("a recorder's reply is not one")
        values.append(told.get("value"))
        if told["new"] > 0:
            found.append(call)
    return values


def _within(box: Box[Any], calls: Sequence[Call], watch: Watch, seconds: float) -> tuple[list[Reply], int]:
    """Make the calls up to the first error, the deadline, or replies too heavy to be kept at once; and weigh these."""
    replies: list[Reply] = []
    heavy = 0
    for reply in box.replies(calls):
        replies.append(reply)
        heavy += weight(reply.value)
        if reply.error is not None or heavy > MOST_BYTES or watch.over(seconds):
            break
    return replies, heavy


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
