"""Lint: everything about a description that can be judged without code and without a model."""

from __future__ import annotations

from blackboxes.description import Description, FaultyFile
from blackboxes.families import UnknownFamily, get_family
from blackboxes.faults import DescriptionFault
from harness.gates.calls import property_module


def lint(description: Description) -> None:
    """Check the fields that a family reads, and the properties. Raises: FaultyFile naming file, line and remedy."""
    try:
        get_family(description.family).read(description)
        property_module(description)
    except DescriptionFault as fault:
        raise description.located(fault) from fault
    except UnknownFamily as error:
        raise FaultyFile([f"{description.path or description.id}:1: {error}"]) from error


def advice(description: Description) -> list[str]:
    """Say what would make a sound description a better one; nothing of it forbids a build."""
    count = len(description.front.examples)
    if count >= 3:
        return []
    where = f"{description.path or description.id}:{description.line_of('examples')}"
    return [f"{where}: only {count} worked example(s); three or more let the gates catch wrong code"]
