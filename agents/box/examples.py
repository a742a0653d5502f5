"""Worked examples in replies: each must be one that the family reads, in the form of the description's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import model_validator

from boxwright.agents.box.replies import CodeReading, WorkedOut
from boxwright.blackboxes.box import Family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.types import Example

Rules = TypeVar("Rules")


def read_example(family: Family[Rules], description: Description, written: Mapping[str, Any]) -> Example:
    """Read an example as one of the description's own. Raises: DescriptionFault."""
    (example,) = family.worked(description.with_examples([dict(written)]))
    return example


def unreadable(
    family: Family[Rules], description: Description, named: Iterable[tuple[str, Mapping[str, Any]]]
) -> Iterator[str]:
    """Yield what keeps the family from reading an example, after its name."""
    for name, example in named:
        try:
            read_example(family, description, example)
        except DescriptionFault as fault:
            yield f"{name}: {fault}"


def worked_out_for(family: Family[Rules], description: Description) -> type[WorkedOut]:
    """Return the shape of what a tester works out for a description."""

    class BoundWorkedOut(WorkedOut):
        """Examples that the family can read."""

        @model_validator(mode="after")
        def _fits(self) -> BoundWorkedOut:
            _check(unreadable(family, description, _numbered(self.examples)))
            return self

    return BoundWorkedOut


def reading_for(family: Family[Rules], description: Description, lines: int) -> type[CodeReading]:
    """Return the shape of a reading of a module of so many lines."""
    described = "\n".join((description.hidden, description.public, *(each.says for each in description.properties)))

    class BoundCodeReading(CodeReading):
        """Examples that the family can read; faults that quote the description and name lines of the module."""

        @model_validator(mode="after")
        def _fits(self) -> BoundCodeReading:
            _check([*unreadable(family, description, _numbered(self.examples)), *self.misquoted(described, lines)])
            return self

    return BoundCodeReading


def _numbered(examples: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((f"example {number}", example) for number, example in enumerate(examples, start=1))


def _check(faults: Iterable[str]) -> None:
    if told := "; ".join(faults):
        raise ValueError(told)
