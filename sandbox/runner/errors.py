"""How a module's exceptions are worded: alike in every launcher, on every machine and, if possible, every Python."""

from __future__ import annotations

import re

from ..values import type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MODULE = "module"
"""The file name under which a module is compiled, and the name of the namespace in which it runs."""
MAX_MESSAGE = 500
_CONSIDERED = 4 * MAX_MESSAGE

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LOCATION = re.compile(r" \((?:/[^()]*|unknown location|built-in)\)")
_LIBRARY = re.compile(r"(?:/[\w.+-]+)+/python3(?:\.\d+)?/")
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def canonical_text(text: str, limit: int = MAX_MESSAGE) -> str:
    """Strip what depends on the machine (addresses, library paths) and terminal control characters, then truncate."""
    text = text[:_CONSIDERED]
    text = _ADDRESS.sub("", text)
    text = _LOCATION.sub("", text)
    text = _LIBRARY.sub("<python>/", text)
    text = _UNSAFE.sub("?", text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def describe(error: BaseException) -> dict[str, Any]:
    """Return the error's type, message and last line in the module. Its `__str__` may never return: set a deadline."""
    kind = type(error)
    return {
        "type": canonical_text(type_name(kind)),
        "message": canonical_text(_message(error, kind)),
        "line": _last_line(error, kind),
    }


def _message(error: BaseException, kind: type) -> str:
    if kind is ZeroDivisionError:
        return "division by zero"  # worded in five ways, by operator and by version
    try:
        if isinstance(error, SyntaxError) and kind.__module__ == "builtins":
            return str(error.msg)  # str(error) would add the file
        return str.__str__(str(error))
    except BaseException:  # noqa: BLE001 -- boundary: a hostile __str__ may raise anything, and that is all we learn
        return "(its message cannot be read)"


def _last_line(error: BaseException, kind: type) -> int | None:
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == MODULE:
            line = step.tb_lineno
        step = step.tb_next
    if line is None and kind in (SyntaxError, IndentationError, TabError):
        found = getattr(error, "lineno", None)
        if type(found) is int and getattr(error, "filename", None) == MODULE:
            line = found
    return line
