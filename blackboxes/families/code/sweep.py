"""The sweep of an algorithm: whole runs, with all variables at all checkpoints, on all inputs or structured ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.code.rules import CodeRules
from boxwright.blackboxes.families.structured import altered_value, everything, value
from boxwright.blackboxes.sweep import BATCH, SMALL, Row, Steps, constants
from boxwright.blackboxes.types import Call

TRACED = 500
"""Runs in a batch: a trace is as long as a hundred visits."""


def sweep(box: Box[CodeRules], rng: Random) -> Steps:
    """Ask for traces for as long as they are wanted."""
    form = box.rules.inputs
    size = form.size()
    whole = everything(form) if size is not None and size <= SMALL else None
    if whole is None:
        yield from _structured(box, rng)
    first = {repr(call.args[0]): call for call in next(_structured(box, rng))}  # in case not all are wanted
    rest = {repr(inputs): Call("boxwright_trace", (inputs,)) for inputs in whole or ()}
    order = [*first.values(), *_shuffled([call for known, call in rest.items() if known not in first], rng)]
    while True:
        for start in range(0, len(order), BATCH):
            yield order[start : start + BATCH]
        order = _shuffled(order, rng)


def _shuffled(calls: Sequence[Call], rng: Random) -> list[Call]:
    return rng.sample(calls, len(calls))


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
