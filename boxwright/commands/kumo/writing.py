"""Files of the KUMO commands: written completely or not at all, under names that cannot leave their folder."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import file_replaced
from boxwright.commands.shared import shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
    from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
"""What commands take as arguments: an existing file, a file to write, a folder to write to."""

MANY = 1_000
"""Instances from which on a progress bar is shown."""
LONGEST = 80
"""Characters of a file name that is derived from another name."""
_SIGNS = " _-.,()+&'"


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all. Raises: BoxwrightError."""
    with whole_file(path) as file:
        file.write(text if text.endswith("\n") or not text else text + "\n")


def write_domain(path: Path, domain: Domain) -> None:
    """Write a domain as JSON. Raises: BoxwrightError."""
    write_whole(path, json.dumps(domain.model_dump(mode="json"), ensure_ascii=False, indent=1))


def write_instances(path: Path, instances: Iterable[Instance], count: int) -> None:
    """Write instances as JSON lines as they come, all or none; on a terminal, show how far it is.

    Raises: BoxwrightError, and what making them raises.
    """
    bar = click.progressbar(instances, length=count, label="instances", file=sys.stderr, hidden=count < MANY)
    with whole_file(path) as file, bar as shown_instances:
        for instance in shown_instances:
            row = instance.model_dump(mode="json", exclude_none=True)
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a file that appears under its name once it is closed without an error. Raises: BoxwrightError."""
    with _replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        yield file


def write_picture(path: Path, figure: Figure) -> None:
    """Write a picture completely or not at all: PDF if the name ends in .pdf, else SVG. Raises: BoxwrightError."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import encoded

    with _replacing(path) as part:
        part.write_bytes(encoded(figure, "pdf" if path.suffix.lower() == ".pdf" else "svg"))


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` if the block ends without an error. Raises: BoxwrightError."""
    check_folder(path)
    try:
        with file_replaced(path) as part:
            yield part
    except OSError as error:
        raise BoxwrightError(f"{shown(path)}: cannot be written ({error.strerror}); choose another file") from error


def check_folder(path: Path) -> None:
    """Refuse a file whose folder does not exist or is not writable. Raises: BoxwrightError."""
    folder = path.parent
    if not folder.is_dir():
        raise BoxwrightError(f"{shown(folder)}: there is no such folder to write {path.name} to; make it first")
    if not os.access(folder, os.W_OK):
        raise BoxwrightError(f"{shown(folder)}: may not be written to; choose another folder for {path.name}")


def picture_beside(path: Path) -> Path:
    """Return the name, without its ending, of the pictures that belong to a data file. Raises: BoxwrightError."""
    if path.suffix.lower() in (".svg", ".pdf"):
        raise BoxwrightError(f"{shown(path)}: {path.suffix} is a picture's name; name the data otherwise, e.g. .jsonl")
    return path.with_suffix("")


def safe_name(name: str) -> str:
    """Return the name of a domain if it can be used as a file name. Raises: BoxwrightError.

    It starts with a letter, a digit or `_` and consists of letters, digits, blanks and a few signs; it is no path.
    """
    sound = all(letter.isalnum() or letter in _SIGNS for letter in name)
    if not sound or not (name[:1].isalnum() or name[:1] == "_") or name != name.strip() or len(name.encode()) > 200:
        raise BoxwrightError(
            f"the domain's name {name[:LONGEST]!r} cannot be a file's name; "
            f"write letters, digits, blanks and {_SIGNS.strip()} in `domain`"
        )
    return name


def file_names(names: Iterable[str]) -> dict[str, str]:
    """Return a distinct file name stem for each name, made of letters, digits and `_`."""
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
