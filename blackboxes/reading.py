"""Reads a description to the end although worked examples are faulty, so that every fault is told at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import DescriptionFault

T = TypeVar("T")


def read_all(description: Description, read: Callable[[Description], T]) -> tuple[T | None, list[DescriptionFault]]:
    """Return what `read` gives, or None and every fault: of each faulty example its first, then the first of the rest.

    An example that is faulty is left out, and the description read again without it.
    """
    examples, faults = dict(enumerate(description.front.examples)), list[DescriptionFault]()
    while True:
        front = description.front.model_copy(update={"examples": tuple(examples.values())})
        try:
            read_so = read(replace(description, front=front))
        except DescriptionFault as fault:
            place = of_example(fault)
            if place is None or place >= len(examples):
                return None, [*faults, fault]
            number = list(examples)[place]
            faults.append(DescriptionFault(fault.message, fault.remedy, ("examples", number, *fault.path[2:])))
            del examples[number]
        else:
            return (None if faults else read_so), sorted(faults, key=lambda fault: int(fault.path[1]))


def of_example(fault: DescriptionFault) -> int | None:
    """Return the number of the worked example that a fault is of, from 0, if it is of one."""
    if len(fault.path) > 1 and fault.path[0] == "examples":
        return int(fault.path[1])
    return None
