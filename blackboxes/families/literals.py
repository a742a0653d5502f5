"""Python literals as players write and read them: a small, trusted subset, parsed without executing anything."""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator
from typing import Any

from boxwright.sandbox import values

MAX_LITERAL = 4_000
"""Characters."""
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?![\w.])"
_ESCAPE = r"""\\(?:['"\\nrtabfv0]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4})"""
_TEXT = rf"""'(?:[^'\\\n]|{_ESCAPE})*'|"(?:[^"\\\n]|{_ESCAPE})*\""""
_TEXTS, _SIDE_BY_SIDE = re.compile(_TEXT), re.compile("\0\\s*\0")
"""Python reads two texts without a comma between them as one; a player who writes them does not mean that."""
_TOKENS = re.compile(rf"(?:{_NUMBER}|{_TEXT}|(?:True|False|None|set)(?!\w)|[][(){{}},:+ \t-])*")


_PAIRED = re.compile("(?:[^“”„«»‘’‚]|“[^“”„«»‘’‚]*”|„[^“”„«»‘’‚]*[“”]|«[^“”„«»‘’‚]*»|[‘‚][^“”„«»‘’‚]*[’‘])*+")


class NoLiteral(ValueError):
    """A text that is not a literal of the subset."""


def read_literal(text: str) -> Any:
    """Read a number, text, True, False, None, list, tuple, set or dictionary; JSON's constants are accepted too.

    Raises: NoLiteral for anything else: names, sums, NaN and infinity, texts longer than `MAX_LITERAL`.
    """
    text = text.strip()
    if len(text) > MAX_LITERAL:
        raise NoLiteral(f"longer than {MAX_LITERAL} characters")
    try:
        if _SIDE_BY_SIDE.search(_TEXTS.sub("\0", text)):
            raise NoLiteral("two texts")
        value = ast.literal_eval(text) if _TOKENS.fullmatch(text) else json.loads(text)
        values.dumps(value)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise NoLiteral("no literal") from error
    if not plain(value):
        raise NoLiteral("no literal")
    return value


def with_straight_quotes(text: str) -> str:
    """Return a text whose only quotes are typographic, in pairs, with straight ones in their place: `[“a”, “b”]`."""
    if set(text) & set("'\"\\") or not _PAIRED.fullmatch(text):
        return text
    return re.sub("[“”„«»‘’‚]", '"', text)


def literal_in(text: str) -> type | None:
    """Return the type of the literal that a text is itself, as the text '12' is, or the text "'a'"; None for none."""
    try:
        return type(read_literal(text))
    except NoLiteral:
        return None


def write_literal(value: Any) -> str:
    """Write a plain value so that `read_literal` restores it; equal values give equal texts."""
    if isinstance(value, list):
        return f"[{', '.join(map(write_literal, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(write_literal, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, set):
        ordered = sorted(value, key=values.dumps) if not _sortable(value) else sorted(value)
        return f"{{{', '.join(map(write_literal, ordered))}}}" if value else "set()"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{write_literal(k)}: {write_literal(v)}' for k, v in value.items())}}}"
    return repr(value)


def plain(value: Any) -> bool:
    """Whether a value consists only of numbers, texts, booleans, None, lists, tuples, sets and dictionaries."""
    if isinstance(value, dict):
        return all(plain(key) and plain(item) for key, item in value.items())
    if isinstance(value, (list, tuple, set)):
        return all(map(plain, value))
    return type(value) in (bool, int, str, type(None)) or (type(value) is float and math.isfinite(value))


def types_in(value: Any) -> Iterator[type]:
    """Yield the type of a plain value, and those of all that lies in it."""
    yield type(value)
    if isinstance(value, (list, tuple, set, dict)):
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from types_in(part)


def same(truth: Any, answer: Any) -> bool:
    """Compare by value and type, floats within 1e-9 (relative): `1` is not `1.0`, `True` is not `1`."""
    if type(truth) is not type(answer):
        return False
    if isinstance(truth, float):
        return math.isclose(truth, answer, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(truth, (list, tuple)):
        return len(truth) == len(answer) and all(map(same, truth, answer))
    if isinstance(truth, dict):
        ours, theirs = ({values.dumps(key): item for key, item in side.items()} for side in (truth, answer))
        return ours.keys() == theirs.keys() and all(same(item, theirs[key]) for key, item in ours.items())
    return values.equal(truth, answer)


def _sortable(items: set[Any]) -> bool:
    kinds = {type(item) for item in items}
    return kinds <= {int} or kinds <= {str}
