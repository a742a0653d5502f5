"""Files of puzzles: one JSON object per line, with `statements`; what else a line holds is kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxwright.blackboxes.reasoning.knights.puzzles.specification import Specification, read_specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    FaultyPuzzle,
    Statements,
    World,
    as_json,
    depth_of,
    is_leaf,
    read_statements,
)

STDIN = "-"


@dataclass(frozen=True)
class Line:
    """One line of a file."""

    where: str
    """File and line number, for messages."""
    puzzle: Statements
    row: Mapping[str, Any]
    """The whole line."""

    def fault(self, text: str) -> FaultyPuzzle:
        """Return an error that names this line."""
        return FaultyPuzzle(f"{self.where}: {text}")

    def specification(self) -> Specification:
        """Return the specification that the line names, or the published one that the puzzle belongs to.

        Raises: FaultyPuzzle.
        """
        given = self.row.get("specification")
        if given is None:
            width = max(map(_width, self.puzzle), default=2)
            depth = max(map(depth_of, self.puzzle), default=2)
            given = {
                "width": max(2, width),
                "depth": max(2, depth),
                "own": "any" if self._accuses_himself() else "truth",
            }
        elif not isinstance(given, dict):
            raise self.fault("`specification` must be an object")
        try:
            return read_specification({**given, "people": len(self.puzzle)})
        except Exception as error:
            raise self.fault(str(error)) from error

    def _accuses_himself(self) -> bool:
        return any(_says(statement, ("lying", who)) for who, statement in enumerate(self.puzzle))


def _width(statement: Any) -> int:
    return 0 if is_leaf(statement) else max(len(statement) - 1, *map(_width, statement[1:]))


def _says(statement: Any, leaf: tuple[str, int]) -> bool:
    return bool(statement == leaf) if is_leaf(statement) else any(_says(part, leaf) for part in statement[1:])


def read_lines(path: str, impossible: list[str] | None = None) -> Iterator[Line]:
    """Yield the puzzles of a file, `-` for standard input; blank lines are passed over.

    Lines that say that no perturbed partner exists are passed over too, and noted in `impossible` by file and line.

    Raises: FaultyPuzzle naming file, line and fault; also if there is no puzzle.
    """
    count = 0
    for where, text in _texts(path):
        row = _row(where, text)
        if row.get("impossible") is True and "statements" not in row:
            if impossible is not None:
                impossible.append(where)
            continue
        count += 1
        yield _line(where, row)
    if not count:
        raise FaultyPuzzle(f"{_name(path)}: holds no puzzle; write one JSON object with `statements` per line")


def _texts(path: str) -> Iterator[tuple[str, str]]:
    try:
        data = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
        lines = data.decode("utf-8").split("\n")
    except OSError as error:
        raise FaultyPuzzle(f"{path}: cannot be read ({error.strerror}); name a file of puzzles, or -") from error
    except UnicodeDecodeError as error:
        raise FaultyPuzzle(f"{_name(path)}: is no text in UTF-8 (byte {error.start})") from error
    for number, text in enumerate(lines, start=1):
        if text.strip():
            yield f"{_name(path)}:{number}", text


def _name(path: str) -> str:
    return "standard input" if path == STDIN else path


def _row(where: str, text: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else f"no JSON ({error})"
        raise FaultyPuzzle(f"{where}: {said}; write one object per line") from error
    if isinstance(row, dict) and ("statements" in row or "impossible" in row):
        return row
    raise FaultyPuzzle(
        f'{where}: a line must be an object with `statements`, e.g. {{"statements": [["lying", 1], ...]}}'
    )


def _line(where: str, row: Mapping[str, Any]) -> Line:
    try:
        return Line(where, read_statements(row.get("statements")), row)
    except FaultyPuzzle as error:
        raise FaultyPuzzle(f"{where}: {error}") from error


def written(puzzle: Statements) -> list[Any]:
    """Return the statements as JSON."""
    return [as_json(statement) for statement in puzzle]


def read_world(value: Any, people: int) -> World | None:
    """Return roles from JSON; None if it is no list of one truth value per person."""
    if isinstance(value, list) and len(value) == people and all(type(role) is bool for role in value):
        return tuple(value)
    return None
