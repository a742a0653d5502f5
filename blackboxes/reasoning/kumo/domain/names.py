"""Matching a name that a player wrote: exactly, or by letters and digits; otherwise the nearest names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from boxwright.blackboxes.reasoning.kumo.domain.validator import plain_name

NEAR = 4
"""How many near names are offered; more only if more have the same letters and digits."""
_UNIT = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*\Z")
"""What stands in brackets at the end of a name, such as a unit."""
_IS_UNIT = re.compile(
    r"[°%µ][a-z]{0,2}|[a-zµ°]{1,4}(?:/[a-z²³]{1,6})+|per [a-z]{1,5}|[cdkmn]?[gml]|mol|[kmg]?hz|in(?:ch(?:es)?)?|ft|"
    r"feet|oz|lbs?"
)
"""What only a unit is, among all that may stand in brackets."""
_NUMBER = re.compile(r"\s*\(?\d{1,3}[.)]\s+(?=\S)")
"""The number of a line in a list."""
_STRIP = " \t.,;:!?\"'`*_“”‘’«»()[]{}<>"
MOST_AROUND = 4
"""Times the longest name: no longer text is one, whatever signs stand in it."""
_ARTICLE = re.compile(r"\W*(?:the\s\w+\sis\s)?(?:an?|the)\s", re.IGNORECASE)
"""`the spoonbill`, `The bird is a spoonbill`."""


def find_name(text: str, names: Sequence[str]) -> str | None:
    """Return the name that is meant: an exact match, else one up to case and spacing, else by letters and digits.

    A list's number may stand before it (`2. name`), a unit after it may be missing (`name` for `name (mm)`). None if no
    name matches, or several do, or it is struck out (`~~name~~`).
    """
    if "~~" in text and text.strip() not in names:
        return None
    numbered = _NUMBER.match(text)
    found = _found(text, names)
    if found is None and (led := _ARTICLE.match(text)):
        found = _found(text[led.end() :], names)
    return found if found is not None or numbered is None else _found(text[numbered.end() :], names)


def _found(text: str, names: Sequence[str]) -> str | None:
    text = text.strip()
    if text in names:
        return text
    bare = text.strip(_STRIP)
    if bare in names:
        return bare
    if len(bare) > MOST_AROUND * max(map(len, names), default=0):
        return None
    for plain in (_closed_up, plain_name, _without_unit):
        wanted = (plain_name if plain is _without_unit else plain)(bare)
        alike = [name for name in names if wanted and plain(name) == wanted]
        if len(alike) == 1:
            return alike[0]
    return None


def has_other_unit(text: str, names: Sequence[str]) -> bool:
    """Whether a text is a name but for the unit behind it: `Glucose (mmol/L)` where `Glucose (mg/dL)` is the name."""
    unit = _unit(text)
    if not _IS_UNIT.fullmatch(unit) or find_name(text, names) is not None:
        return False
    bare = _without_unit(text)
    own = [_unit(name) for name in names if _unit(name) and _without_unit(name) == bare]
    return bool(own) and not any(_is_same(unit, other) for other in own)


def _unit(text: str) -> str:
    """Return what stands in brackets at a name's end."""
    found = _UNIT.search(text)
    return found[0].strip().strip("()[]").strip().casefold().removeprefix("in ") if found else ""


def _is_same(one: str, other: str) -> bool:
    """Whether two units are one in other words: `mm/h` and `mm/hour`."""
    parts = list(zip(one.split("/"), other.split("/"), strict=False))
    return one.count("/") == other.count("/") and all(a.startswith(b) or b.startswith(a) for a, b in parts)


def _closed_up(name: str) -> str:
    return "".join(name.casefold().split())


def _without_unit(name: str) -> str:
    return plain_name(_UNIT.sub("", name))


def near_names(text: str, names: Sequence[str]) -> list[str]:
    """Return up to NEAR similar names, the nearest first; all of those with the same letters and digits."""
    wanted = plain_name(text[: MOST_AROUND * max(map(len, names), default=0)])
    by_plain: dict[str, list[str]] = {}
    for name in names:
        by_plain.setdefault(plain_name(name), []).append(name)
    alike = by_plain.get(wanted, [])
    close = [name for plain in get_close_matches(wanted, list(by_plain), NEAR, 0.5) for name in by_plain[plain]]
    inside = [
        name
        for plain, several in by_plain.items()
        if len(plain) > 2 and len(wanted) > 2 and (plain in wanted or wanted in plain)
        for name in several
    ]
    return list(dict.fromkeys([*alike, *close, *inside]))[: max(NEAR, len(alike))]
