"""Travels into the sandbox in front of a rewritten module (`reaching.py`), as text: records what calls reach."""

import operator as boxwright_operator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BOXWRIGHT_SIGNS = {"Eq": "eq", "NotEq": "ne", "Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge"}
BOXWRIGHT_COUNTS: "dict[Any, int]" = {}
BOXWRIGHT_REACHED: "set[Any]" = set()
BOXWRIGHT_MOST = 20_000


def boxwright_held(place: int, value: "Any") -> "Any":
    """Note whether a condition held, and return it."""
    key = (place, bool(value))
    BOXWRIGHT_COUNTS[key] = BOXWRIGHT_COUNTS.get(key, 0) + 1
    return value


def boxwright_compared(place: int, sign: str, left: "Any", right: "Any") -> "Any":
    """Note how near two numbers or texts are, and return what comparing them gives."""
    if type(left) is type(right) is int:
        BOXWRIGHT_COUNTS[(place, "off", min(abs(left - right).bit_length(), 20))] = 1
    elif type(left) is type(right) is str and len(left) == len(right) > 1:
        BOXWRIGHT_COUNTS[(place, "alike", min(sum(map(str.__eq__, left, right)), 20))] = 1
    value = getattr(boxwright_operator, BOXWRIGHT_SIGNS[sign])(left, right)
    return boxwright_held(place, value) if type(value) is bool else value


def boxwright_reached(function: str, arguments: "list[Any]") -> "dict[str, Any]":
    """Make a call; return its value, and how much it reached, or reached so often, that no call before it did."""
    BOXWRIGHT_COUNTS.clear()
    value = globals()[function](*arguments)
    reached = {(key, times.bit_length()) for key, times in BOXWRIGHT_COUNTS.items()} - BOXWRIGHT_REACHED
    if len(BOXWRIGHT_REACHED) < BOXWRIGHT_MOST:
        BOXWRIGHT_REACHED.update(reached)
    return {"value": value, "new": len(reached)}
