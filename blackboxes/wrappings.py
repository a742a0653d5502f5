"""What models wrap an answer in without meaning it: `**X**`, `"X".`, `\\boxed{X}`, `X (an aside)`, `{"answer": X}`.

`forms` gives a text as written, then without its outer wrapping, and so on. Who knows what an answer can be takes the
first form that can be one, so nothing that belongs to an answer is lost.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator

MOST_LAYERS = 12
MOST_CHARACTERS = 20_000
"""A longer text is taken as written."""
NAMES = (
    *("answer", "final answer", "final_answer", "query", "move", "action", "predict", "prediction"),
    *("ciphertext", "plaintext", "output", "result", "value"),
)
"""What models call what they answer."""
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
_QUOTES = ('""', "''", "“”", "„“", "‘’", "«»", "‹›", "「」", "『』", "``")
_BRACKETS = ("()", "[]", "{}")
_MATHS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"))
_EMPHASIS = ("**", "__", "~~", "*", "_")
_COMMAND = re.compile(
    r"\\(?:boxed|fbox|text(?:bf|tt|it|rm)?|math(?:rm|bf|tt|it|sf)|operatorname|emph)\s?\{(.*)\}", re.DOTALL
)
_TAGGED = re.compile(r"<(\w{1,20})>(.*)</\1>", re.DOTALL | re.IGNORECASE)
_LABEL = re.compile(
    rf"(?:(?:the|my)\s)?(?:{'|'.join(NAMES)})(?:\s?[:：=]\s?|\sis\s?[:：]?\s?)(?=\S)(.*)", re.IGNORECASE | re.DOTALL
)
_KEYED = re.compile(rf"""\{{\s*+["']?(?:{"|".join(NAMES)})["']?\s*+:\s*+(.*)\}}""", re.IGNORECASE | re.DOTALL)
_ASIDES = (" — ", " – ", " -- ", " # ", " // ", " ← ", " <- ", " <-- ", "  —")
_OTHERWISE = re.compile(r"\b(?:or|alternatively|perhaps|maybe|possibly|unless)\b", re.IGNORECASE)
"""An aside that says that something else may be the answer is none."""


def forms(text: str) -> Iterator[str]:
    """Yield a text as written, then without one wrapping after the other; a label (`ciphertext: X`) always goes."""
    text = text.strip(" \t\r\n\u00a0" + _INVISIBLE)
    if len(text) > MOST_CHARACTERS:
        yield text
        return
    labelled = _LABEL.fullmatch(text)
    if labelled:
        text = labelled[1].strip()
    seen: set[str] = set()
    while text not in seen and len(seen) < MOST_LAYERS:
        yield text
        seen.add(text)
        text = _unwrapped(text)


def without_emphasis(text: str) -> str:
    """Return a text without the emphasis, and inside that the code marks, that enclose it."""
    for mark in ("`", "**", "*"):
        within = text[len(mark) : -len(mark)]
        if within and mark[0] not in within and text == f"{mark}{within}{mark}":
            return within if mark == "`" else without_emphasis(within)
    return text


def _unwrapped(text: str) -> str:
    """Return a text without its outermost wrapping; the text itself if it has none."""
    bare = text.strip()
    if bare != text:
        return bare
    for peel in _PEELS:
        within = peel(text)
        if within is not None:
            return within
    return text


def _line_end(text: str) -> str | None:
    """`X<br>`, `X</b>`, the end of a table's row."""
    found = re.search(r"(?:<br\s?/?>|</\w{1,6}>|\\\\|\s\|)\Z", text[-12:], re.IGNORECASE)
    opened = found and found[0].startswith("</") and _TAGGED.fullmatch(text)
    return text[: -len(found[0])].rstrip() if found and not opened else None


def _marks(text: str) -> str | None:
    """`X ✓`."""
    bare = text.rstrip(_INVISIBLE + "\ufe0f ")
    while bare and unicodedata.category(bare[-1]) == "So" and bare[-1] != "°":
        bare = bare[:-1].rstrip(_INVISIBLE + "\ufe0f ")
    return bare if bare and bare != text else None


def _json_text(text: str) -> str | None:
    """`"X"` with escapes."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) and value.isprintable() else None


def _enclosed(text: str, opening: str, closing: str) -> str | None:
    inner = text[len(opening) : -len(closing)]
    if not inner or not (text.startswith(opening) and text.endswith(closing)) or len(text) < len(opening + closing):
        return None
    return None if opening in inner or closing in inner else inner


def _quotes(text: str) -> str | None:
    """`X` in quotes or code marks of any kind."""
    if text in ('""', "''", "“”"):
        return ""
    return next((inner for q in _QUOTES if (inner := _enclosed(text, q[0], q[1])) is not None), None)


def _code(text: str) -> str | None:
    """`X` between several code marks."""
    for mark in ("```", "``"):
        inner = _enclosed(text, mark, mark)
        if inner:
            return inner
    return None


def _emphasis(text: str) -> str | None:
    """`**X**`."""
    pairs = ((mark, mark) for mark in _EMPHASIS)
    return next((inner for pair in pairs if (inner := _enclosed(text, *pair)) and pair[0][0] not in inner), None)


def _maths(text: str) -> str | None:
    """`$X$`, `\\(X\\)`."""
    return next((inner for pair in _MATHS if (inner := _enclosed(text, *pair)) is not None), None)


def _command(text: str) -> str | None:
    """`\\boxed{X}`, `\\text{X}`."""
    found = _COMMAND.fullmatch(text)
    if not found:
        return None
    depth = 0
    for character in found[1]:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return None
    return found[1].strip()


def _tags(text: str) -> str | None:
    """`<answer>X</answer>`, `<X>`."""
    found = _TAGGED.fullmatch(text)
    if found:
        return found[2].strip()
    return _enclosed(text, "<", ">")


def _keyed(text: str) -> str | None:
    """`{"answer": X}`."""
    found = _KEYED.fullmatch(text)
    if not found:
        return None
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return found[1].strip()
    named = [value for key, value in whole.items() if key.casefold() in NAMES]
    if len(whole) == 1 or len(named) != 1:
        return found[1].strip() if len(whole) == 1 else None
    return named[0] if isinstance(named[0], str) else json.dumps(named[0], ensure_ascii=False)


def _stop(text: str) -> str | None:
    """`X.`."""
    bare = text.rstrip(".。．").rstrip()
    return bare if bare and bare != text else None


def _aside(text: str) -> str | None:
    """`X (why)`, `X — why`; not `X (or Y)`."""
    if text.endswith(")"):
        head, _, aside = text.rpartition("(")
        if head[-1:].isspace() and ")" not in aside[:-1] and not _OTHERWISE.search(aside):
            return head.rstrip() or None
    for sign in _ASIDES:
        head, found, aside = text.partition(sign)
        if found and head.strip() and not _OTHERWISE.search(aside):
            return head.rstrip()
    return None


def _brackets(text: str) -> str | None:
    """`[X]`."""
    return next((inner.strip() for b in _BRACKETS if (inner := _enclosed(text, b[0], b[1])) is not None), None)


_PEELS: tuple[Callable[[str], str | None], ...] = (
    _line_end,
    _marks,
    _json_text,
    _keyed,
    _code,
    _quotes,
    _command,
    _maths,
    _emphasis,
    _tags,
    _stop,
    _aside,
    _brackets,
)
