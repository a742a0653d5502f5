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
BOXWRIGHT_ROUND = round
BOXWRIGHT_PICKING = (min, max, sorted)
"""As they are before the module gives anything another name."""


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


def boxwright_compared(place: int, sign: str, left: "Any", right: "Any", edge: int = 0) -> "Any":
    """Note how near two numbers or texts are, and return what comparing them gives; with `edge`, if they are equal."""
    if type(left) is type(right) is int:
        BOXWRIGHT_COUNTS[(place, "off", min(abs(left - right).bit_length(), 20))] = 1
    elif type(left) is type(right) is str and len(left) == len(right) > 1:
        BOXWRIGHT_COUNTS[(place, "alike", min(sum(map(str.__eq__, left, right)), 20))] = 1
    value = getattr(boxwright_operator, BOXWRIGHT_SIGNS[sign])(left, right)
    if type(value) is not bool:
        return value
    if edge and isinstance(left, (int, float, str, tuple)) and left == right:
        value = value == boxwright_held(edge, True)
    return boxwright_held(place, value)


def boxwright_number(place: int, value: int) -> int:
    """Return a number that stands in the code; the next one where it is denied."""
    return value if boxwright_held(place, True) else value + 1


def boxwright_bit(place: int, value: "Any") -> "Any":
    """Return one side of a bitwise operation; where it is a bit, as a condition."""
    return type(value)(boxwright_held(place, value)) if isinstance(value, int) and value in (0, 1) else value


def boxwright_divided(place: int, left: "Any", right: "Any") -> "Any":
    """Return a quotient that is rounded down; rounded up where that is denied."""
    value = left // right
    inexact = isinstance(value, (int, float)) and left % right
    return value + 1 if inexact and boxwright_held(place, value >= 0) != (value >= 0) else value


def boxwright_remainder(place: int, left: "Any", right: "Any") -> "Any":
    """Return a remainder; where that is denied, of a negative number a negative one, of another the number itself."""
    value = left % right
    if not (type(left) is type(right) is int and right > 0 and value != left):
        return value
    if boxwright_held(place, left >= 0) == (left >= 0):
        return value
    return left if left >= 0 else -(-left % right)


def boxwright_rounded(place: int, function: "Any", number: "Any", *places: "Any") -> "Any":
    """Return a rounded number; where that is denied, the one on the other side, of a tie as of others."""
    value = function(number, *places)
    if type(number) is not float or type(value) not in (int, float) or value == number:
        return value
    step = 10 ** -places[0] if places and type(places[0]) is int else 1
    tie = abs(abs(number - value) - step / 2) < step / 1_000_000 if function is BOXWRIGHT_ROUND else number >= 0
    if boxwright_held(place, tie) == tie:
        return value
    return type(value)(value + step if value < number else value - step)


def boxwright_picked(place: int, function: "Any", items: "Any", **named: "Any") -> "Any":
    """Return the least, the greatest or all in order; where that is denied, of those that tie the last comes first."""
    key = named.get("key")
    if key is None or function not in BOXWRIGHT_PICKING:
        return function(items, **named)
    items = list(items)
    if not items:
        return function(items, **named)
    marks = [key(item) for item in items]
    named["key"] = marks.__getitem__
    first, last = (function(row, **named) for row in (range(len(items)), range(len(items))[::-1]))
    taken = first if first == last or boxwright_held(place, True) else last
    return [items[at] for at in taken] if isinstance(taken, list) else items[taken]


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
