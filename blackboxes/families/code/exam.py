"""What an exam of an algorithm asks: visits of every checkpoint that a run passes, and how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, takewhile
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked, Blank
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Call
from boxwright.sandbox import values

FUNCTIONS = ("run",)
RUNS = 80
"""Runs on random inputs, besides those at the edges; where these ask less than LEAST, up to as many again."""
LEAST = 250
"""Different questions; fewer where the domain has fewer inputs."""


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask, for every run, one visit of each checkpoint that it passes, and one visit that does not exist."""
    rules, different = reference.rules, set[str]()
    least = min(LEAST, reference.domain_size() or LEAST)
    drawn = [rules.inputs.draw(rng) for _ in range(RUNS)]
    further = (rules.inputs.draw(rng) for _ in takewhile(lambda _: len(different) < least, range(RUNS)))

    def noted(asked: Asked) -> Asked:
        different.add(values.dumps(asked.question))
        return asked

    for inputs in chain(rules.inputs.corners(), drawn, further):
        counts = reference.call("boxwright_counts", inputs)
        for index in sorted(counts):
            yield noted(_visit(inputs, index, rng.randint(1, min(counts[index], rules.questions.max_visit))))
        index = rng.choice(sorted(counts)) if counts else 1
        yield noted(_visit(inputs, index, counts.get(index, 0) + 1))


def _visit(inputs: Mapping[str, Any], index: int, visit: int) -> Asked:
    query = {"inputs": inputs, "checkpoint": [index, visit]}
    return Asked(query, Call("boxwright_visit", (query,)), lambda found: found)


def blanks(call: Call, value: Any, other: Any) -> Iterator[Blank]:
    """Ask for the first visit at which two traces differ, and for a drawn one."""
    if call.function != "boxwright_trace" or len(value) < 2:
        return
    visits, others = value[:-1], other[:-1] if isinstance(other, list) else value
    first = next((n for n, (one, its) in enumerate(zip(visits, others, strict=False)) if one != its), len(visits) - 1)
    drawn = derive(0, values.dumps(call.args[0])) % len(visits)
    for place in dict.fromkeys((first, drawn)):
        index = visits[place][0]
        number = sum(before[0] == index for before in visits[: place + 1])
        asked = _visit(call.args[0], index, number)
        yield Blank(asked.question, asked.call, ("variables",))
