"""Trusted, named ways to compare a player's answer with the truth."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any


def _text(value: Any) -> str:
    return " ".join(str(value).split()).casefold()


def _items(value: Any) -> list[str]:
    parts = re.split(r"[,;\s]+", value.strip().strip("[](){}")) if isinstance(value, str) else list(value)
    return [_text(part) for part in parts if str(part).strip()]


def exact(truth: Any, answer: str) -> bool:
    """Same characters, blanks around them ignored."""
    return str(truth).strip() == answer.strip()


def text(truth: Any, answer: str) -> bool:
    """Same words: case and runs of blanks ignored."""
    return _text(truth) == _text(answer)


def number(truth: Any, answer: str) -> bool:
    """Same number within 1e-9 (relative); never for NaN or infinity."""
    try:
        value = float(answer.strip())
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
