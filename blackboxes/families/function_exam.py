"""What exams of the families with one function ask: the domain's edges, a design of the family's own, random inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked, Blank
from boxwright.blackboxes.families.function import FunctionFamily
from boxwright.blackboxes.types import Call

FUNCTIONS = ("blackbox",)
DRAWN = 200
"""Number of inputs drawn as the gates and the evaluation draw them."""


def ask_inputs(reference: Box[Any], rng: Random, design: Iterable[Any], drawn: int = DRAWN) -> Iterator[Asked]:
    """Ask the edges, the design's inputs that lie in the domain, and `drawn` random ones."""
    family, rules = reference.family, reference.rules
    assert isinstance(family, FunctionFamily)
    chosen = [*family.corners(rules), *design]
    chosen += [family.draw(rules, rng) for _ in range(drawn)]
    for value in chosen:
        if family.in_domain(rules, value):
            yield Asked({"input": value}, Call("blackbox", (value,)), lambda output: {"output": output})


def blanks(call: Call, value: Any, other: Any) -> list[Blank]:
    """Ask for the output of an input."""
    return [Blank({"input": call.args[0]}, call, ("output",))] if call.function == "blackbox" else []
