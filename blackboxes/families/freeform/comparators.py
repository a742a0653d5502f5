"""Trusted, named ways to compare a player's answer with the truth, and what an answer of each kind looks like.

How an answer is wrapped does not count (`wrappings.py`): it is right if the text as written, or without its wrapping,
agrees with the truth. An answer that no truth of its kind could be is refused, with the reason.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from boxwright.blackboxes.replies import InvalidReply, names_two, two_answers
from boxwright.blackboxes.wrappings import forms

_ARROWS = re.compile(r"[,;\s|/]+|[-=]+>|[→⇒⟶➜>]")
_JOINED = re.compile(r"(?<=\s)(?:and|then|&)\s+", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*(?:[-•*]\s+)?(?:\(?([0-9]{1,3})[.):]\s+)?(?=\S)(.*)")
_NO_ITEM = set('<>=:;()[]{}"|\\')
"""Signs in an item that none of the truth's items holds: it was not read as it was meant."""
MAX_LIST = 10_000
"""Characters of a list of items."""


class NotOfKind(InvalidReply):
    """An answer that is not of its comparator's kind; `why` names the section of the refusal for players."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def _text(value: Any) -> str:
    return " ".join(str(value).split()).casefold()


def _number(text: str) -> float | None:
    try:
        value = float(text.strip().replace("\u2212", "-"))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _items(value: Any) -> list[str]:
    """Return the items of a truth, or of an answer: in a row, one per line, numbered, with arrows or `and` between."""
    if not isinstance(value, str):
        return [_text(part) for part in value if str(part).strip()]
    text = _without_numbers(value.strip().strip("[](){}"))
    return [_text(_core(part)) for part in _ARROWS.split(_JOINED.sub("", text)) if part.strip("[](){}")]


def _without_numbers(text: str) -> str:
    """Drop the numbers of a list where every item has one, counted from 1, and bullets."""
    for sign in ("\n", ",", ";"):
        found = [_NUMBERED.fullmatch(part) for part in text.split(sign) if part.strip()]
        if len(found) > 1 and all(found):
            numbers = [item[1] for item in found if item]
            if numbers == [str(n) for n in range(1, len(found) + 1)] or (sign == "\n" and not any(numbers)):
                return sign.join(item[2] for item in found if item)
    return text


def _core(item: str) -> str:
    *_, core = forms(item)
    return core


def exact(truth: Any, answer: str) -> bool:
    """Same characters, blanks around them ignored."""
    return str(truth).strip() == answer.strip() or _spelled(truth, answer) == str(truth).strip()


def text(truth: Any, answer: str) -> bool:
    """Same words: case and runs of blanks ignored."""
    return _text(truth) in (_text(answer), _text(_spelled(truth, answer)))


def _spelled(truth: Any, answer: str) -> str:
    """Join an answer that is written with signs between all characters, `0 1 1`, where the truth has no blanks."""
    parts = re.split(r"[\s,]+", answer.strip())
    return "".join(parts) if " " not in str(truth).strip() and all(len(part) == 1 for part in parts) else answer


def number(truth: Any, answer: str) -> bool:
    """Same number within 1e-9 (relative); never for NaN or infinity."""
    value = _number(answer)
    return value is not None and math.isclose(float(truth), value, rel_tol=1e-9, abs_tol=1e-12)


def sequence(truth: Any, answer: str) -> bool:
    """Same items in the same order, separated by commas, semicolons, blanks, line ends, arrows or `and`."""
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


def agrees(name: str, truth: Any, answer: str) -> bool:
    """Whether an answer, as written or without its wrapping, agrees with the truth."""
    return any(COMPARATORS[name](truth, form) for form in forms(answer))


def read_answer(name: str, truth: Any, answer: str) -> str:
    """Return an answer if it is of the comparator's kind. Raises: NotOfKind, Ambiguous."""
    if names_two(answer) and not names_two(str(truth)):
        raise two_answers()
    if name == "number":
        if _number(answer) is None:
            raise NotOfKind("number")
        return answer
    if name in ("sequence", "set"):
        return _read_list(truth, answer)
    if "\n" in answer and "\n" not in str(truth):
        raise NotOfKind("line")
    return answer


def _read_list(truth: Any, answer: str) -> str:
    if len(answer) > MAX_LIST:
        raise NotOfKind("items")
    items, wanted = _items(answer), _items(truth)
    lines = [line for line in _without_numbers(answer.strip()).splitlines() if line.strip()]
    if len(lines) > 1 and any(len(_items(line)) != 1 for line in lines):
        raise NotOfKind("items")
    if not items or any(set(item) & (_NO_ITEM - set("".join(wanted))) for item in items):
        raise NotOfKind("items")
    if all(_number(item) is not None for item in wanted) and any(_number(item) is None for item in items):
        raise NotOfKind("numbers")
    return answer


def fits(name: str, truth: Any) -> bool:
    """Whether the comparator can handle a truth of this kind."""
    scalar = (str, int, float, bool)
    if name == "number":
        return type(truth) in (int, float) and abs(truth) < 1e300  # False for NaN and infinity
    if name in ("sequence", "set"):
        listed = isinstance(truth, (list, tuple, set, frozenset)) and all(isinstance(item, scalar) for item in truth)
        return isinstance(truth, str) or listed
    return isinstance(truth, scalar)
