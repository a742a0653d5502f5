"""The sweep of an algorithm: whole runs, with all variables at all checkpoints, on all inputs or structured ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.code.rules import CodeRules
from boxwright.blackboxes.families.structured import altered_value, everything, value
from boxwright.blackboxes.sweep import BATCH, SMALL, Row, Steps, constants
from boxwright.blackboxes.types import Call

TRACED = 500
"""Runs in a batch: a trace is as long as a hundred visits."""
FIRST = 4
"""Batches of structured inputs before a large domain is listed, which takes a second and more."""


def sweep(box: Box[CodeRules], rng: Random) -> Steps:
    """Ask for traces for as long as they are wanted."""
    form = box.rules.inputs
    size = form.size()
    whole = everything(form) if size is not None and size <= SMALL else None
    structured = _structured(box, rng)
    if size is None or whole is None:
        yield from structured
        return
    for _ in range(FIRST if size > BATCH else 0):
        yield next(structured)
    yield from _whole(box, whole, rng)


def _whole(box: Box[CodeRules], whole: Iterable[Any], rng: Random) -> Steps:
    """Ask for every input, and then again in another order; the structured ones first, in case not all are wanted."""
    first = {repr(call.args[0]): call for call in next(_structured(box, rng))}
    rest = {repr(inputs): Call("boxwright_trace", (inputs,)) for inputs in whole}
    left = [call for known, call in rest.items() if known not in first]
    order = [*first.values(), *rng.sample(left, len(left))]
    while True:
        for start in range(0, len(order), BATCH):
            yield order[start : start + BATCH]
        order = rng.sample(order, len(order))


def rows(call: Call, value: Any) -> Iterator[Row]:
    """Every visit of a trace, as a query for it would be answered; of the run's later ones as many as were traced."""
    visits: dict[int, int] = {}
    for index, variables in value[:-1] if call.function == "boxwright_trace" else ():
        visits[index] = visits.get(index, 0) + 1
        query = {"inputs": call.args[0], "checkpoint": [index, visits[index]]}
        yield query, {"variables": variables}


def _structured(box: Box[CodeRules], rng: Random) -> Steps:
    form, known = box.rules.inputs, constants(box.source)
    corners: list[Any] = list(form.corners())
    while True:
        inputs = [value(form, rng, known) if rng.random() < 0.7 else form.draw(rng) for _ in range(TRACED)]
        yield [Call("boxwright_trace", (one,)) for one in [*corners, *inputs]]
        corners = []


def near(box: Box[CodeRules], call: Call, rng: Random) -> Call:
    """Alter an input."""
    return Call(call.function, (altered_value(box.rules.inputs, call.args[0], rng),))
