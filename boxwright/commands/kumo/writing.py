"""Files that KUMO commands write: there whole or not at all, under names that stay in their folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.shared import shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

LONGEST = 80
"""Characters of a file name that is made from another name."""
_SIGNS = " _-.,()+&'"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all. Raises: BoxwrightError, OSError."""
    with whole_file(path) as file:
        file.write(text if text.endswith("\n") or not text else text + "\n")


def instance_lines_of(instances: Iterable[Instance]) -> str:
    """Return instances as a file holds them: JSON, a line each."""
    rows = (instance.model_dump(mode="json", exclude_none=True) for instance in instances)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a file that takes its place when it is closed without a fault. Raises: BoxwrightError, OSError."""
    with _replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        yield file


def write_picture(path: Path, figure: Figure) -> None:
    """Write a picture whole: as PDF where the name ends in .pdf, else as SVG. Raises: BoxwrightError, OSError."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import encoded

    with _replacing(path) as part:
        part.write_bytes(encoded(figure, "pdf" if path.suffix.lower() == ".pdf" else "svg"))


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Name a file beside another one, which it replaces when all went well. Raises: BoxwrightError, OSError."""
    check_folder(path)
    part = path.with_name(f".{path.name[:LONGEST]}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        raise BoxwrightError(f"{shown(path)}: cannot be written ({error.strerror}); choose another file") from error
    finally:
        part.unlink(missing_ok=True)


def check_folder(path: Path) -> None:
    """Refuse a file whose folder is not there or takes no file. Raises: BoxwrightError."""
    folder = path.parent
    if not folder.is_dir():
        raise BoxwrightError(f"{shown(folder)}: there is no such folder to write {path.name} to; make it first")
    if not os.access(folder, os.W_OK):
        raise BoxwrightError(f"{shown(folder)}: may not be written to; choose another folder for {path.name}")


def picture_beside(path: Path) -> Path:
    """Return where the picture of a file of data goes. Raises: BoxwrightError where it would take the file's place."""
    if path.suffix.lower() == ".svg":
        raise BoxwrightError(f"{shown(path)}: .svg is the picture's name; name the data otherwise, e.g. .jsonl")
    return path.with_suffix(".svg")


def safe_name(name: str) -> str:
    """Return a domain's name, if it can be a file's. Raises: BoxwrightError.

    It begins with a letter, a digit or `_`, and holds letters, digits, blanks and a few signs; no path.
    """
    sound = all(letter.isalnum() or letter in _SIGNS for letter in name)
    if not sound or not (name[:1].isalnum() or name[:1] == "_") or name != name.strip() or len(name.encode()) > 200:
        raise BoxwrightError(
            f"the domain's name {name[:LONGEST]!r} cannot be a file's name; "
            f"write letters, digits, blanks and {_SIGNS.strip()} in `domain`"
        )
    return name


def file_names(names: Iterable[str]) -> dict[str, str]:
    """Return, per name, the start of a file's name, made of letters, digits and `_`; no two alike."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        plain = "".join(letter if letter.isalnum() else "_" for letter in name)[:LONGEST]
        number, free = 1, plain
        while free.casefold() in taken:
            number += 1
            free = f"{plain}_{number}"
        taken.add(free.casefold())
        found[name] = free
    return found
