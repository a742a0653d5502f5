"""Parts of gates 3 and 4 that ask in great numbers (`blackboxes/sweep.py`), and those that ask as play does."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.sweep import Budget, Row, rows_of, swept
from boxwright.blackboxes.types import Call, Example
from boxwright.blackboxes.watch import Watch
from boxwright.blackboxes.witness import same
from boxwright.harness.finding import Finding, from_error, show, show_call
from boxwright.harness.gates.settings import GateSettings
from boxwright.sandbox import Reply

TWICE = 10
"""One in so many calls of a sweep is asked twice in a row."""
AGAIN = 20
"""At the end a sweep's longest call is asked as often as this part of the sweep has calls ..."""
LOOKED_AT = 50
"""... the longest of so many of each batch."""
RENEWED = 4_000
"""Calls after which the second session of a sweep is a fresh one."""
ROWS = 1_500
"""Rows of one batch on which properties are checked, evenly spread."""
SESSIONS = 8
"""Fresh sessions that are asked as play asks."""
CALLS_EACH = 4
"""Most calls in one of them."""


def budget(settings: GateSettings) -> Budget:
    """How much one sweep asks."""
    return Budget(settings.sweep, settings.sweep_seconds, settings.whole_seconds)


def unsteady(box: Box[Any], settings: GateSettings) -> list[Finding]:
    """Return the first call of a sweep that is answered otherwise in a younger session, or for having been asked.

    One session answers the whole sweep in its order, and then its longest call, which does most, again and again;
    another answers each part in a drawn order, some calls twice in a row, and is soon replaced.
    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    rng = stream(settings.seed, "steady")
    asked = 0
    longest: Call | None = None
    with box.under(box.conditions) as other:
        for calls, replies in swept(box, settings.seed, budget(settings)):
            drawn = rng.sample(range(len(calls)), len(calls))
            order = [i for i in drawn for _ in range(1 + (rng.randrange(TWICE) == 0))]
            for i, again in zip(order, other.replies([calls[i] for i in order]), strict=True):
                if not same(replies[i], again):
                    return [_unsteady("asked among many others, ", calls[i])]
            longest = max([*calls[:: -(-len(calls) // LOOKED_AT)], *filter(None, [longest])], key=_length)
            asked += len(order)
            if asked >= RENEWED:
                other.close()
                asked = 0
    return [] if longest is None else _tired(box, longest, settings)


def _tired(box: Box[Any], call: Call, settings: GateSettings) -> list[Finding]:
    """Ask a call again and again in one session, for as long as a sweep lasts at most."""
    watch = Watch()
    first: Reply | None = None
    for reply in box.replies([call] * (settings.sweep // AGAIN)):
        first = first or reply
        if not same(first, reply):
            return [_unsteady("asked many times in a row, ", call)]
        if reply.error is not None or watch.over(settings.sweep_seconds):
            break
    return []


def _length(call: Call) -> int:
    return len(repr(call.args))


def _unsteady(how: str, call: Call) -> Finding:
    message = f"{how}the same call gave another answer than in a younger session"
    return Finding(gate="repeatable", kind="differs", message=message, call=show_call(call))


def misshapen(box: Box[Any], settings: GateSettings) -> list[Finding]:
    """Return the first call of a sweep that is not answered, or not in the right shape.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    for calls, replies in swept(box, settings.seed, budget(settings)):
        for call, reply in zip(calls, replies, strict=True):
            if finding := shape_fault("bounded", box, call, reply):
                return [finding]
    return []


def shape_fault(gate: str, box: Box[Any], call: Call, reply: Reply) -> Finding | None:
    """Return what is wrong with a reply, its value left aside."""
    if reply.error is not None:
        return from_error(gate, reply.error, call)
    try:
        box.family.check(box, call, reply.value)
    except BadOutput as error:
        return Finding(gate=gate, kind="shape", message=str(error), call=show_call(call), got=show(reply.value))
    return None


def rows(box: Box[Any], settings: GateSettings) -> Iterator[list[tuple[Call, Row]]]:
    """Yield, batch by batch, what a sweep tells the properties. Raises: BadOutput, SandboxError, SandboxUnavailable."""
    for calls, replies in swept(box, settings.seed, budget(settings)):
        pairs = [(c, r.value) for c, r in zip(calls, replies, strict=True) if r.error is None]
        every = -(-len(pairs) // ROWS)
        told = [(call, row) for call, value in pairs[:: every or 1] for row in rows_of(box, call, value)]
        yield told[:: -(-len(told) // ROWS) or 1]


def as_play_asks(box: Box[Any], settings: GateSettings, examples: Sequence[Example]) -> Iterator[tuple[Example, Reply]]:
    """Ask a drawn part of the examples in play's own manner, and yield the replies.

    Each time a fresh session, single calls with pauses between them, and nothing asked before, `sample_inputs` neither.
    """
    rng = stream(settings.seed, "play")
    pauses = [*settings.pauses]
    for _ in range(SESSIONS):
        box.close()
        for example in rng.sample(list(examples), min(len(examples), rng.randint(1, CALLS_EACH))):
            time.sleep(pauses.pop() if pauses else rng.random() * settings.pause)
            yield example, next(iter(box.replies([example.call])))
    box.close()
