"""Travels into the sandbox in front of a rewritten module (`reaching.py`), as text: records what calls reach."""

import operator as boxwright_operator
from copy import deepcopy as boxwright_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BOXWRIGHT_SIGNS = {"Eq": "eq", "NotEq": "ne", "Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge"}
BOXWRIGHT_COUNTS: "dict[Any, int]" = {}
BOXWRIGHT_REACHED: "set[Any]" = set()
BOXWRIGHT_MOST = 20_000
BOXWRIGHT_DENIED: "list[Any]" = []
BOXWRIGHT_LEFT = [0]


class BoxwrightEndless(Exception):
    """Ends a call that does not come to its end since one of its conditions is denied."""


def boxwright_held(place: int, value: "Any") -> "Any":
    """Note whether a condition held, and return it; the contrary where that side of it is denied."""
    key = (place, bool(value))
    BOXWRIGHT_COUNTS[key] = BOXWRIGHT_COUNTS.get(key, 0) + 1
    if BOXWRIGHT_DENIED:
        BOXWRIGHT_LEFT[0] -= 1
        if BOXWRIGHT_LEFT[0] < 0:
            raise BoxwrightEndless
        if key in BOXWRIGHT_DENIED:
            return not value
    return value


def boxwright_compared(place: int, sign: str, left: "Any", right: "Any") -> "Any":
    """Note how near two numbers or texts are, and return what comparing them gives."""
    if type(left) is type(right) is int:
        BOXWRIGHT_COUNTS[(place, "off", min(abs(left - right).bit_length(), 20))] = 1
    elif type(left) is type(right) is str and len(left) == len(right) > 1:
        BOXWRIGHT_COUNTS[(place, "alike", min(sum(map(str.__eq__, left, right)), 20))] = 1
    value = getattr(boxwright_operator, BOXWRIGHT_SIGNS[sign])(left, right)
    return boxwright_held(place, value) if type(value) is bool else value


def boxwright_number(place: int, value: int) -> int:
    """Return a number that stands in the code; the next one where it is denied."""
    return value if boxwright_held(place, True) else value + 1


def boxwright_bit(place: int, value: "Any") -> "Any":
    """Return one side of a bitwise operation; where it is a bit, as a condition."""
    return type(value)(boxwright_held(place, value)) if isinstance(value, int) and value in (0, 1) else value


def boxwright_reached(function: str, arguments: "list[Any]") -> "dict[str, Any]":
    """Make a call; return its value, and how much it reached, or reached so often, that no call before it did."""
    BOXWRIGHT_COUNTS.clear()
    value = globals()[function](*arguments)
    reached = {(key, times.bit_length()) for key, times in BOXWRIGHT_COUNTS.items()} - BOXWRIGHT_REACHED
    if len(BOXWRIGHT_REACHED) < BOXWRIGHT_MOST:
        BOXWRIGHT_REACHED.update(reached)
    return {"value": value, "new": len(reached)}


def boxwright_sides(function: "str", arguments: "list[Any]") -> "list[Any]":
    """Make a call; return [place, side] of each condition that it came to."""
    BOXWRIGHT_COUNTS.clear()
    globals()[function](*arguments)
    return [list(key) for key in BOXWRIGHT_COUNTS if len(key) == 2]


def boxwright_denied(function: "str", arguments: "list[Any]", place: "int", side: "bool") -> "dict[str, Any]":
    """Make a call, and again as if a condition were never on that side; return whether, and how, its value changes."""
    BOXWRIGHT_COUNTS.clear()
    value = globals()[function](*boxwright_copy(arguments))
    BOXWRIGHT_LEFT[0] = 1_000 + 10 * sum(BOXWRIGHT_COUNTS.values())
    BOXWRIGHT_DENIED.append((place, side))
    try:
        other = globals()[function](*boxwright_copy(arguments))
    except Exception:  # noqa: BLE001 -- the module was not written for that: its condition decides
        return {"decides": True, "value": value, "other": None}
    finally:
        BOXWRIGHT_DENIED.clear()
    return {"decides": repr(other) != repr(value), "value": value, "other": other}
