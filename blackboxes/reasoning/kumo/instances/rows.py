"""Reads the rows of the published data sets, which name an instance's fields otherwise than the published files do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxwright.blackboxes.reasoning.kumo.domain.reading import Unreadable, parse_json

OBSERVATION = "observation"
NAMES: Mapping[str, str] = {
    "truth_list": "truths",
    "action_list": "actions",
    OBSERVATION: "observations",
    "ground_truth": "valid_truth",
}
"""What a row calls a field, and what an instance file calls it; `knowledge_book` is the same in both."""
LEFT_OUT = "optimal_action_cnt"
"""A row's count of the published search: not a part of the game."""


def renamed_row(data: Any) -> Any:
    """Return a line's JSON with the names of an instance file; anything that is no row as it is.

    Raises: Unreadable, for a row that says a field under both names, or whose `observation` is no mapping.
    """
    if not isinstance(data, dict) or not (data.keys() & {*NAMES, LEFT_OUT}):
        return data
    for theirs, ours in NAMES.items():
        if theirs in data and ours in data:
            raise Unreadable(f"has both `{theirs}` and `{ours}`, which are one field; leave one of them out")
    row = {NAMES.get(name, name): value for name, value in data.items() if name != LEFT_OUT}
    if OBSERVATION in data:
        row[NAMES[OBSERVATION]] = _mapping(data[OBSERVATION])
    return row


def _mapping(written: Any) -> dict[str, Any]:
    """Return what each action shows, from a mapping or from the JSON text of one. Raises: Unreadable."""
    found, said = written, _KINDS.get(type(written), "")
    if isinstance(written, str):
        try:
            found = parse_json(written)
            said = "a text whose JSON is no mapping"
        except Unreadable as error:
            said = f"a text that is not JSON ({error})"
    if not isinstance(found, dict):
        raise Unreadable(
            f"`{OBSERVATION}` is {said}; write a mapping from each action to what it shows, or the JSON text of one"
        )
    return found


_KINDS: Mapping[type, str] = {
    list: "a list",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}
