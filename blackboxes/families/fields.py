"""Parses the fields that a family takes from a description, and reports which field is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.rule_parameters import OF_THE_RULE, family_parameters, rule_parameters

Fields = TypeVar("Fields", bound=BaseModel)
DIFFICULTIES = ("easy", "hard")


def check_difficulty(description: Description) -> None:
    """Check that the difficulty is given and valid. Raises: DescriptionFault."""
    front = description.front
    if "difficulty" not in front.model_fields_set:
        fault, remedy = "the field 'difficulty' is missing", "add it (see `boxwright new` for a commented example)"
        raise DescriptionFault(fault, remedy, ("difficulty",))
    if front.difficulty not in DIFFICULTIES:
        fault = f"difficulty: input should be {' or '.join(map(repr, DIFFICULTIES))} (found {front.difficulty!r})"
        raise DescriptionFault(fault, "write what `boxwright new` shows", ("difficulty",))


def read_parameters(model: type[Fields], description: Description) -> Fields:
    """Read the field `parameters`, but for the rule's, as the family's model. Raises: DescriptionFault naming it."""
    for name in rule_parameters(description):
        if name in model.model_fields:
            fault = f"parameters.{name}: an option of the family {description.family!r}, no parameter of the rule"
            raise DescriptionFault(fault, "write its value alone, or use another name", ("parameters", name))
    return read_fields(model, family_parameters(description), ("parameters",), f"; {OF_THE_RULE}")


def read_fields(model: type[Fields], data: Mapping[str, Any], path: tuple[str | int, ...], remedy: str = "") -> Fields:
    """Read one mapping of the front matter, found at `path`. Raises: DescriptionFault naming the field."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = (*path, *(part for part in first["loc"] if isinstance(part, int) or part in _keys(data)))
        raise DescriptionFault(
            f"{'.'.join(map(str, where))}: {first['msg'].lower()} (found {first['input']!r})",
            f"the fields of `{path[-1]}` are {', '.join(model.model_fields)}{remedy}",
            where,
        ) from error


def example_fields(entry: Mapping[str, Any], wanted: set[str], shown: str, index: int) -> None:
    """Check an example's keys. Raises: DescriptionFault."""
    if set(entry) != wanted:
        raise DescriptionFault(
            f"an example has {', '.join(entry) or 'no fields'}", f"write {shown}", ("examples", index)
        )


def untagged(value: Any, path: tuple[str | int, ...]) -> Any:
    """Return a value of the front matter with `{$tuple: [...]}` and `{$set: [...]}` decoded; `path` leads to it.

    Raises: DescriptionFault where a tag stands before anything but a list, or a set would hold what no set can.
    """
    if isinstance(value, list):
        return [untagged(item, path) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: untagged(item, path) for key, item in value.items()}
    if set(value) not in ({"$tuple"}, {"$set"}):
        return made
    ((tag, content),) = made.items()
    if isinstance(content, list):
        with suppress(TypeError):  # a set of lists
            return tuple(content) if tag == "$tuple" else set(content)
    raise DescriptionFault(f"{tag} is not followed by a list of values", f"write {{{tag}: [1, 2]}}", path)


def _keys(data: Any) -> set[str]:
    """Every key in nested mappings and lists."""
    if isinstance(data, Mapping):
        return {str(key) for key in data} | {name for item in data.values() for name in _keys(item)}
    if isinstance(data, list):
        return {name for item in data for name in _keys(item)}
    return set()
