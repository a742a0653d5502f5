"""The faults of knowledge files: one line each, with the file, the line and the entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.knowlogic.knowledge.schema import LANGUAGES
from boxwright.blackboxes.yaml_lines import BadYaml, load_with_lines

LARGEST = 2_000_000
"""Characters of a knowledge file."""


class FaultyKnowledge(BoxwrightError):
    """A knowledge file cannot be used; `faults` are its lines, `str()` the first with the number of the others."""

    def __init__(self, faults: Sequence[str]) -> None:
        more = f" (and {len(faults) - 1} more: `boxwright knowlogic validate` lists them)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")
        self.faults = tuple(faults)


class Faults:
    """The faults of one file, each with its line."""

    def __init__(self, path: Path, line_of: Callable[..., int]) -> None:
        self.path, self.line_of = path, line_of
        self.lines: list[tuple[int, str]] = []

    def add(self, where: Sequence[Any], text: str) -> None:
        """Note a fault at an entry."""
        entry = ".".join(map(str, where))
        line = self.line_of(*where)
        self.lines.append((line, f"{self.path.name}:{line}: {entry}: {text}" if entry else f"{self.path.name}: {text}"))

    def stop(self) -> None:
        """Raise what was noted. Raises: FaultyKnowledge."""
        if self.lines:
            raise FaultyKnowledge([text for _, text in sorted(self.lines)])


def load_yaml(path: Path) -> tuple[Any, Faults]:
    """Return a file's value, and where to note its faults. Raises: FaultyKnowledge."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FaultyKnowledge([f"{path.name}: this is not UTF-8 text"]) from None
    except OSError as error:
        raise FaultyKnowledge([f"{path}: {error.strerror}"]) from None
    if len(text) > LARGEST:
        raise FaultyKnowledge([f"{path.name}: {len(text):,} characters; at most {LARGEST:,} are read"])
    try:
        value, line_of = load_with_lines(text)
    except BadYaml as error:
        raise FaultyKnowledge([f"{path.name}:{error.line}: {error}"]) from None
    return value, Faults(path, line_of)


def note_schema(error: ValidationError, faults: Faults, under: Sequence[Any] = ()) -> None:
    """Note what pydantic found, in the words of a file; `under` is the entry that was read."""
    for fault in error.errors():
        where = [*under, *(part for part in fault["loc"] if part not in ("[key]", ""))]
        missing = fault["type"] == "missing"
        if missing and where and where[-1] in LANGUAGES:
            faults.add(where[:-1], f"has no words in one language: `{where[-1]}` is missing")
        elif missing:
            faults.add(where[:-1], f"`{where[-1]}` is missing")
        elif fault["type"] == "extra_forbidden":
            faults.add(where, "there is no such field")
        elif fault["type"] == "model_type":
            faults.add(where, "this is no mapping of names to values")
        else:
            text = fault["msg"].removeprefix("Value error, ").replace(" after validation", "")
            faults.add(where, f"{text[0].lower()}{text[1:]}")
