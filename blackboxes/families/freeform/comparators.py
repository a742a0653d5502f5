"""Trusted, named ways to compare a player's answer with the truth.

A pair of quotes around the whole answer is ignored, unless the truth has it too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any


def _text(value: Any) -> str:
    return " ".join(str(value).split()).casefold()


def _items(value: Any) -> list[str]:
    if not isinstance(value, str):
        return [_text(part) for part in value if str(part).strip()]
    parts = re.split(r"[,;\s]+", _unquoted(value).strip("[](){}"))
    return [_text(_unquoted(part)) for part in parts if part.strip()]


def _unquoted(answer: str) -> str:
    found = re.fullmatch(r"""\s*(["'])((?:(?!\1).)+)\1\s*""", answer, re.DOTALL)
    return found[2] if found else answer.strip()


def exact(truth: Any, answer: str) -> bool:
    """Same characters, blanks around them ignored."""
    return str(truth).strip() in (answer.strip(), _unquoted(answer).strip())


def text(truth: Any, answer: str) -> bool:
    """Same words: case and runs of blanks ignored."""
    return _text(truth) in (_text(answer), _text(_unquoted(answer)))


def number(truth: Any, answer: str) -> bool:
    """Same number within 1e-9 (relative); never for NaN or infinity."""
    try:
        value = float(_unquoted(answer))
    except ValueError:
        return False
    return math.isfinite(value) and math.isclose(float(truth), value, rel_tol=1e-9, abs_tol=1e-12)


def sequence(truth: Any, answer: str) -> bool:
    """Same items in the same order, separated by commas, semicolons or blanks."""
    return _items(truth) == _items(answer)


def as_set(truth: Any, answer: str) -> bool:
    """Same items in any order, repetitions ignored."""
    return set(_items(truth)) == set(_items(answer))


COMPARATORS: dict[str, Callable[[Any, str], bool]] = {
    "exact": exact,
    "number": number,
    "set": as_set,
    "sequence": sequence,
    "text": text,
}


def fits(name: str, truth: Any) -> bool:
    """Whether the comparator can handle a truth of this kind."""
    scalar = (str, int, float, bool)
    if name == "number":
        return type(truth) in (int, float) and abs(truth) < 1e300  # False for NaN and infinity
    if name in ("sequence", "set"):
        listed = isinstance(truth, (list, tuple, set, frozenset)) and all(isinstance(item, scalar) for item in truth)
        return isinstance(truth, str) or listed
    return isinstance(truth, scalar)
