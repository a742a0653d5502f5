"""Reading JSON from untrusted files: any fault becomes a single clear error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Unreadable(ValueError):
    """A text is not usable JSON; the message says why, `line` and `column` where."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line, self.column = line, column


def read_text(path: Path) -> str:
    """Read a UTF-8 file, with or without a byte order mark. Raises: Unreadable, OSError."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"not UTF-8 (byte {error.start}); save it as UTF-8") from error


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a UTF-8 file; bytes that are no UTF-8 become lone surrogates, which `parse_json` refuses.

    Raises: OSError.
    """
    with path.open(encoding="utf-8-sig", errors="surrogateescape") as lines:
        yield from lines


def parse_json(text: str) -> Any:
    """Return the value of a JSON text that can be written back: finite numbers, no lone surrogates.

    Raises: Unreadable.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unreadable("not UTF-8; save it as UTF-8", column=error.start + 1) from error
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except json.JSONDecodeError as error:
        raise Unreadable(f"not JSON: {error.msg}", error.lineno, error.colno) from error
    except UnicodeEncodeError as error:
        raise Unreadable("a name holds half a character (a lone surrogate); write the character itself") from error
    except RecursionError as error:
        raise Unreadable("nested too deeply to be read; nothing of ours is nested like that") from error
    except ValueError as error:
        raise Unreadable("holds a number that is too long, or not finite; write a usual one") from error
    return value
