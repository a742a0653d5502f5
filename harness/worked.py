"""A worked example as its author wrote it, split into what is given and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxwright.blackboxes.types import Call
from boxwright.sandbox import values


def masked(entry: Mapping[str, Any], call: Call) -> tuple[dict[str, Any], list[str]]:
    """Return what of a worked example its call is made of, and the names of what is to be worked out."""
    given = _matched(entry, list(call.args))
    if not given:
        given = _matched(entry, [value for arg in call.args if isinstance(arg, dict) for value in arg.values()])
    return given, [key for key in entry if key not in given]


def _matched(entry: Mapping[str, Any], args: list[Any]) -> dict[str, Any]:
    """Return the fields of an entry that hold one of the arguments; each argument is found once."""
    left, given = list(args), {}
    for key, value in entry.items():
        place = next((n for n, arg in enumerate(left) if values.decode(value) == arg), None)
        if place is not None:
            given[key] = value
            del left[place]
    return given
