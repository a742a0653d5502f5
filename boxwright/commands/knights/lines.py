"""What the commands share: reading and writing JSON lines, progress, and the options of a specification."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.shared import write_json_lines
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.knights.puzzles.files import Line

Row = TypeVar("Row")
OUT = click.Path(dir_okay=False, path_type=Path)
out_option = click.option("--out", type=OUT, help="File to write.  [default: standard output]")
file_argument = click.argument("file", metavar="FILE")


def puzzles_in(file: str) -> Iterator[Line]:
    """Yield the puzzles of a file, and say how many lines were passed over. Raises: FaultyPuzzle."""
    from boxwright.blackboxes.reasoning.knights.puzzles.files import read_lines

    impossible: list[str] = []
    yield from read_lines(file, impossible)
    if impossible:
        lines = plural(len(impossible), "line")
        echo(f"{lines} passed over: no such partner exists (first: {impossible[0]})", err=True)


def write_rows(rows: Iterable[Mapping[str, Any]], out: Path | None) -> int:
    """Write rows as JSON lines to a file, whole or not at all, or to standard output; return how many there were."""
    if out is None:
        count = 0
        for count, row in enumerate(rows, start=1):  # noqa: B007 - the count of the last row is returned
            echo_json(json.dumps(row, ensure_ascii=False))
        return count
    return write_json_lines(rows, out)


def counted(rows: Iterable[Row], total: int | None, what: str) -> Iterator[Row]:
    """Yield rows with a progress bar on a terminal."""
    from rich.progress import track

    screen = console(stderr=True)
    yield from track(
        rows, description=what, total=total, console=screen, disable=not screen.is_terminal, transient=True
    )


def say_written(count: int, out: Path | None, what: str) -> None:
    """Say what was written where, unless it went to standard output."""
    if out is not None:
        echo(f"{out}: {count:,} {what}")


def specification_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe a distribution of puzzles."""
    from boxwright.blackboxes.reasoning.knights.puzzles.specification import DISTRIBUTIONS

    options = (
        click.option("--people", type=int, default=5, show_default=True, help="N."),
        click.option(
            "--width", type=int, default=2, show_default=True, help="W: most statements that `and`/`or` join."
        ),
        click.option("--depth", type=int, default=2, show_default=True, help="D: levels, including the leaf."),
        click.option(
            "--distribution",
            type=click.Choice(list(DISTRIBUTIONS)),
            default="published",
            show_default=True,
            help="published: the published sampling. strict: no trivial claims.",
        ),
        click.option(
            "--weights", metavar="L,N,A,O,I,E", help="Of leaf, not, and, or, ->, <=>.  [default: 1,1,1,1,1,1]"
        ),
        click.option("--own", type=click.Choice(["truth", "any", "never"]), help="What one may say of oneself."),
        click.option("--no-constant", is_flag=True, help="No claims that are always true, or never."),
        click.option("--no-settled", is_flag=True, help="No speaker whose role follows from his own claim alone."),
        click.option("--reconsiders", type=int, default=0, help="Reconsider steps needed at least."),
        click.option("--solutions", type=click.Choice(["one", "several"]), default="one", show_default=True),
    )
    for option in reversed(options):
        command = option(command)
    return command


def given_specification(given: dict[str, Any]) -> Any:
    """Take a specification out of a command's values. Raises: CannotBeMade."""
    from boxwright.blackboxes.reasoning.knights.puzzles.specification import read_specification

    fields = {
        name: given.pop(name) for name in ("people", "width", "depth", "distribution", "reconsiders", "solutions")
    }
    weights, own = given.pop("weights"), given.pop("own")
    if weights:
        parts = weights.split(",")
        if len(parts) != 6 or not all(part.strip().isdigit() for part in parts):
            raise BoxwrightError(f"--weights {weights}: write six whole numbers, e.g. 1,1,1,1,1,1")
        fields["weights"] = [int(part) for part in parts]
    fields |= {"own": own} if own else {}
    for name in ("constant", "settled"):
        if given.pop(f"no_{name}"):
            fields[name] = False
    return read_specification(fields)
