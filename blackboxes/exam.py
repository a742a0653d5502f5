"""Exams: worked examples from an independent source that no model is ever shown.

`descriptions/<family>/<name>.exam.jsonl` beside a description: a first line that names the source, then one example a
line. The loop's models see the description's own examples; the exam is held back and run last, so that code which
merely fits what was shown does not pass.
Each family decides what its exams ask (`examiner.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from boxwright.blackboxes.description import Description, FaultyFile
from boxwright.blackboxes.reading import of_example, read_all
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.types import Example

SUFFIX = ".exam.jsonl"
Worked = Callable[[Description], Sequence[Example]]
"""Reads a description's worked examples."""


@dataclass(frozen=True)
class Exam:
    """The held-back examples of one black-box, read when they are first asked for: a list of boxes needs the hash."""

    hash: str
    _read: Callable[[], tuple[str, tuple[Example, ...]]]

    @cached_property
    def _content(self) -> tuple[str, tuple[Example, ...]]:
        return self._read()

    @property
    def source(self) -> str:
        """Where the examples come from. Raises: FaultyFile naming file, line and remedy."""
        return self._content[0]

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples. Raises: FaultyFile naming file, line and remedy."""
        return self._content[1]


def read_exam(path: Path, describe: Callable[[], Description], worked: Worked) -> Exam:
    """Open an exam; `worked` reads a description's examples. Raises: FaultyFile if the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FaultyFile([f"{path}:1: cannot be read as UTF-8 text ({error}); write it again"]) from error
    return parse_exam(text, path, describe, worked)


def parse_exam(text: str, path: Path, describe: Callable[[], Description], worked: Worked) -> Exam:
    """Return the exam of a text; the path is for the messages."""
    lines = text.splitlines()
    return Exam(digest("\n".join(lines)), partial(_read_lines, lines, path, describe, worked))


def _read_lines(
    lines: Sequence[str], path: Path, describe: Callable[[], Description], worked: Worked
) -> tuple[str, tuple[Example, ...]]:
    """Read the source and the examples. Raises: FaultyFile naming file, line and remedy."""
    rows = [_row(path, number, line) for number, line in enumerate(lines, start=1)]
    if not rows or set(rows[0]) != {"source"}:
        raise FaultyFile([f'{path}:1: no source; begin with a line {{"source": "where the examples come from"}}'])
    asked = replace(describe().with_examples(rows[1:]), path=path)
    examples, faults = read_all(asked, worked)
    if examples is None:
        places = [(of_example(fault), fault) for fault in faults]
        raise FaultyFile([f"{path}:{1 if row is None else row + 2}: {fault}" for row, fault in places])
    return str(rows[0]["source"]), tuple(examples)


def _row(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FaultyFile([f"{path}:{number}: not a line of JSON; write one example a line"]) from error
    if not isinstance(row, dict):
        raise FaultyFile([f"{path}:{number}: not an example; write an object with the fields of a worked example"])
    return row
