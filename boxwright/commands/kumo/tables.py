"""Tables and pictures of the studies: read from CSV, written as CSV, SVG and PDF, and printed."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.cli import console
from boxwright.commands.kumo.writing import whole_file, write_picture
from boxwright.commands.shared import shown

FIGURES = ("svg", "pdf")
"""The forms in which each picture is drawn."""


def number_of(file: Path, line: int, row: dict[str, str], column: str) -> float:
    """Return the finite number in a cell. Raises: BoxwrightError naming its line."""
    try:
        value = float(row[column])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BoxwrightError(f"{file}:{line}: column {column!r} is {row[column]!r}; write a number, or leave it empty")
    return value


def read_table(file: Path, needed: tuple[str, ...]) -> list[dict[str, str]]:
    """Read a CSV file. Raises: BoxwrightError naming a missing column or a line of a different length."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            reader = csv.DictReader(opened)
            columns, rows = list(reader.fieldnames or ()), list(reader)
    except UnicodeDecodeError as error:
        raise BoxwrightError(f"{file}: not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except csv.Error as error:
        raise BoxwrightError(f"{file}: not CSV that can be read ({error}); check quotes and long cells") from error
    if columns and not all(column.strip() for column in columns):
        raise BoxwrightError(f"{file}:1: has a column without a name; name or remove it")
    twice = [column for column, often in Counter(columns).items() if often > 1]
    if twice:
        raise BoxwrightError(f"{file}:1: has two columns {twice[0]!r}; rename or remove one")
    if not rows:
        raise BoxwrightError(f"{file}: holds no rows below its header")
    for column in needed:
        if column not in rows[0]:
            raise BoxwrightError(f"{file}:1: has no column {column!r}; it has {', '.join(filter(None, rows[0]))}")
    for number, row in enumerate(rows, start=2):
        if None in row or None in row.values():
            raise BoxwrightError(f"{file}:{number}: has another number of cells than the header")
    return rows


def spread(counts: Mapping[int, int]) -> dict[str, float]:
    """Return the share of each number, from the least to the greatest, with those between that were never counted."""
    total = max(1, sum(counts.values()))
    drawn = range(min(counts, default=0), max(counts, default=-1) + 1)
    return {str(number): round(counts.get(number, 0) / total, 4) for number in drawn}


def write_both(path: Path, picture: Any) -> str:
    """Write a picture as SVG and as PDF, and return both names; the ending of the one may be given."""
    plain = path.with_suffix("") if path.suffix.lower().lstrip(".") in FIGURES else path
    files = [plain.with_name(f"{plain.name}.{form}") for form in FIGURES]
    for file in files:
        write_picture(file, picture)
    return " and ".join(map(shown, files))


def write_table(path: Path, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a table as CSV."""
    with whole_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(*columns, box=None)
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)
