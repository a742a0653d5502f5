"""Travels into the sandbox ahead of each module of the `code` family, as text: runs it up to the visit asked for."""

from contextlib import suppress as boxwright_suppress
from copy import deepcopy as boxwright_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class BoxwrightReached(BaseException):
    """Ends a run as soon as the visit that was asked for is there."""


def boxwright_visit(query: "dict[str, Any]") -> "dict[str, Any]":
    """Return {"variables": {...}} at one visit of one checkpoint, or {"visits": n} where there are only n visits."""
    index, wanted = query["checkpoint"]
    count = 0
    found: list[dict[str, Any]] = []

    def checkpoint(number: int, /, **variables: "Any") -> None:
        nonlocal count
        if number == index:
            count += 1
            if count >= wanted:
                if not found:
                    found.append(boxwright_copy(variables))
                raise BoxwrightReached

    with boxwright_suppress(BoxwrightReached):  # the rest of the run is of no interest
        globals()["run"](checkpoint, **boxwright_copy(query["inputs"]))
    return {"variables": found[0]} if found else {"visits": count}


def boxwright_names(inputs: "dict[str, Any]") -> "list[str]":
    """Return the names of all variables that a whole run gives to checkpoints."""
    names: dict[str, None] = {}

    def checkpoint(number: int, /, **variables: "Any") -> None:
        for name in variables:
            names[name] = None

    globals()["run"](checkpoint, **boxwright_copy(inputs))
    return sorted(names)


def boxwright_counts(inputs: "dict[str, Any]") -> "dict[Any, int]":
    """Return how often a whole run visits each checkpoint, by index."""
    counts: dict[Any, int] = {}

    def checkpoint(number: int, /, **variables: "Any") -> None:
        counts[number] = counts.get(number, 0) + 1

    globals()["run"](checkpoint, **boxwright_copy(inputs))
    return counts
