"""What an object such as `{"why": ..., "answer": X}` holds under one name, written as JSON or nearly so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

_TEXT = r'"(?:[^"\\\n]|\\.)*+"' + r"|'(?:[^'\\\n]|\\.)*+'"
_VALUE = rf"(?:{_TEXT}|\[[^][{{}}]*+\]|[^][{{}},\"'\n]++)"

_NEXT = r"""(?=\}\Z|,\s*+["']?\w[\w ]*+["']?\s*+:)"""
"""The object's end, or its next name: a comma alone may belong to the value."""
_REASONS = frozenset(
    ("because", "comment", "explanation", "rationale", "reason", "reasoning", "thought", "thoughts", "why")
)
"""Names of what says why."""
_OTHERS = re.compile(
    r"(?:alt|alternatives?|alternatively|alternate|backup|fallback|second(?:ary)?|other|runner[\s_]up|2nd)"
    r"(?:[\s_](?:actions?|answers?|choices?|guess(?:es)?|moves?|options?|predictions?|quer(?:y|ies)))?|(?:answer|choice|guess|option)[\s_]?(?:2|b|two)|"
    r"also|else|maybe|or|(?:or[\s_])?(?:perhaps|possibly)|otherwise|(?:if|unless)(?:[\s_].*)?",
    re.IGNORECASE,
)
"""Names of further answers."""
_ANEW = re.compile(
    r"(?:actual|correct(?:ed|ion)?|final|new|revised|updated)(?:[\s_](?:answer|value|one))?", re.IGNORECASE
)
"""Names of the answer stated anew."""
_HEDGED = re.compile(
    r"(?:\A|[.;:,]\s)(?:(?:it|this|that)\s)?(?:(?:could|may|might)\s(?:(?:also|equally|instead)\s)?be|"
    r"(?:should|must|ought\sto)\s(?:rather\s)?(?:be|have\sbeen|read)(?!\s(?:correct|fine|good|ok|okay|right)\b)|alternatively|or\b|unless)\s",
    re.IGNORECASE,
)
"""What a note says beside an answer that is not the only one: `could also be Y`, `should be Y`."""
_STANDING = re.compile(r"(?:is[\s_])?(?:correct|final|right|valid)", re.IGNORECASE)
_RETRACTED = re.compile(r"(?:is[\s_])?(?:cancel+ed|incorrect|invalid|retracted|withdrawn|wrong)", re.IGNORECASE)
"""Names of what says whether the answer stands."""


def value_under(text: str, names: Sequence[str]) -> str | None:
    """Return the one value that an object holds under one of the names, as JSON where it is JSON; None for no such.

    Case does not count in names, nor `final` before one. An object that is no JSON (other quotes, a stray backslash in
    a text beside the value) is read as far as that one entry; one that gives a name twice, or an alternative, or says
    that the answer does not stand, is not read.
    """
    if not (text.startswith("{") and text.endswith("}")):
        return None
    try:
        whole = json.loads(text, strict=False, object_pairs_hook=_once)
    except _Twice:
        return None
    except (ValueError, RecursionError):
        return _nearly(text, tuple(names))
    if any((value and _OTHERS.fullmatch(name)) or _denies(name, value) for name, value in whole.items()):
        return None
    found = list(_under(whole, {name.casefold() for name in names}))
    if any(isinstance(value, str) and value not in found and _HEDGED.search(value) for value in whole.values()):
        return None
    if len(found) != 1 or any(_ANEW.fullmatch(name) and _is_another(value, found[0]) for name, value in whole.items()):
        return None
    if isinstance(found[0], str) and re.search(r"\s(?:or|OR)\s", found[0]):
        return found[0]  # its quotes are the object's: they do not say that it is one text
    return json.dumps(found[0], ensure_ascii=False)


def _is_another(value: Any, found: Any) -> bool:
    """Whether a value is another answer of the same kind."""
    return type(value) is type(found) and not isinstance(value, bool) and value != found


def _denies(name: str, value: Any) -> bool:
    """Whether an entry takes the answer back: `"correct": false`, `"wrong": true`."""
    return (value is False and _STANDING.fullmatch(name) is not None) or (
        value is True and _RETRACTED.fullmatch(name) is not None
    )


def kind_and_value(text: str, kinds: Sequence[str]) -> tuple[str, str] | None:
    """Return the kind that an object names, and its one other value, as JSON: `{"type": "action", "name": X}`.

    Reasons beside them do not count, nor braces around: `{"name": "action", "arguments": {"x": X}}`. None for others.
    """
    try:
        whole = json.loads(text, strict=False, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    entries = [(key, value) for key, value in whole.items() if key.casefold() not in _REASONS]
    named = [kind for kind in kinds for _, value in entries if _is_word(value, kind)]
    others = [value for _, value in entries if not any(_is_word(value, kind) for kind in kinds)]
    if len(named) != 1 or len(others) != 1:
        return None
    value = others[0]
    while isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    return (named[0], json.dumps(value, ensure_ascii=False)) if isinstance(value, str | list) else None


def _is_word(value: Any, word: str) -> bool:
    return isinstance(value, str) and value.casefold() == word.casefold()


class _Twice(ValueError):
    """An object has a name twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise _Twice
    return dict(pairs)


def _under(value: Any, names: set[str]) -> Iterator[Any]:
    """Yield what stands under the names, at any depth; nothing of what lies inside of that."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            for key, inner in part.items():
                if re.sub(r"^final[\s_]?", "", key.casefold()) in names:
                    yield inner
                else:
                    waiting.append(inner)
        elif isinstance(part, list):
            waiting += part


def _nearly(text: str, names: tuple[str, ...]) -> str | None:
    entry, alone = _patterns(names)
    found = entry.findall(text)
    if len(found) == 1:
        return str(found[0]).strip()
    only = alone.fullmatch(text)
    return only[1].strip() if only else None


@cache
def _patterns(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    key = rf"""["']?(?:final[\s_]?)?(?:{"|".join(map(re.escape, names))})["']?\s*+:\s*+"""
    entry = re.compile(rf"(?<=[{{,\s]){key}({_VALUE})\s*+{_NEXT}", re.IGNORECASE)
    return entry, re.compile(rf"\{{\s*+{key}(.*)\}}", re.IGNORECASE | re.DOTALL)
