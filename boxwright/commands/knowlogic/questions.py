"""`knowlogic generate`, `certify`, `levels`: questions by seed, and their proofs."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.cli import console
from boxwright.commands.knowlogic.written import SUFFIXES, judge_file
from boxwright.commands.shared import shown, workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain
    from boxwright.blackboxes.reasoning.knowlogic.knowledge.scenario import Scenario

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, path_type=Path)


def _domain_files(names: str) -> dict[str, Path]:
    """Return the named domains' files. Raises: BoxwrightError for an unknown one."""
    from boxwright.blackboxes.near import known
    from boxwright.blackboxes.reasoning.knowlogic.domains import domain_files

    there = {identifier.partition("/")[2]: path for identifier, path in domain_files(workspace()).items()}
    if names == "all":
        return there
    found = {}
    for name in names.split(","):
        key = name.strip().removeprefix("knowlogic/")
        if key not in there:
            raise BoxwrightError(f"no domain {key!r}; {known(key, there)}")
        found[key] = there[key]
    return found


@click.command("generate")
@click.option("--domains", default="all", show_default=True, help="Names separated by commas.")
@click.option(
    "--count", type=click.IntRange(1, 1_000_000), default=600, show_default=True, help="Questions per domain."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--processes", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--out", type=OUT, required=True, help="A .jsonl or .parquet file.")
def generate_command(domains: str, count: int, seed: int, processes: int, out: Path) -> None:
    """Draw certified questions, levels as 1 : 2 : 3; the same seed gives the same bytes on every machine."""
    from boxwright.blackboxes.files import file_replaced
    from boxwright.blackboxes.reasoning.knowlogic.questions.sets import make_set
    from boxwright.commands.parquet import write_parquet

    if out.suffix not in (".jsonl", ".parquet"):
        raise BoxwrightError(f"{shown(out)}: must end in .jsonl or .parquet")
    files = _domain_files(domains)
    if not out.parent.is_dir():
        raise BoxwrightError(f"{shown(out.parent)}: there is no such folder; make it first")
    total = count * len(files)
    with file_replaced(out) as part, _progress(total) as advance:
        lines = (line for path in files.values() for line in make_set(path, seed, count, processes, advance))
        if out.suffix == ".parquet":
            write_parquet(part, (_flat(json.loads(line)) for line in lines))
        else:
            with part.open("w", encoding="utf-8", newline="\n") as file:
                for line in lines:
                    file.write(line + "\n")
    echo(f"{shown(out)}: {total:,} questions of {', '.join(files)}, each certified")


def _progress(total: int) -> Any:
    """Return a context manager that gives a function to advance a progress bar on stderr."""
    from contextlib import contextmanager

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    @contextmanager
    def bar() -> Iterator[Any]:
        columns = (TextColumn("questions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("", total=total)
            yield lambda made: progress.advance(task, made)

    return bar()


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    texts = row.pop("question")
    return {**row, "question_en": texts["en"], "question_zh": texts["zh"]}


def _whole(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a Parquet file as in a JSON file."""
    texts = {language: row.pop(f"question_{language}", "") for language in ("en", "zh")}
    return {**row, "question": texts}


@click.command("certify")
@click.argument("file", type=FILE)
@click.option("--quiet", is_flag=True, help="Print faults only.")
def certify_command(file: Path, quiet: bool) -> int:
    """Prove every question of FILE (.jsonl or .parquet) again: worlds, derivation, and the text of both languages.

    A .yaml or .json FILE holds questions written by hand, e.g. printed ones: the letters in each reading of their
    words, beside those that the source prints, and how many of the clues it takes. Each fault names its line.
    """
    from boxwright.blackboxes.reasoning.knowlogic.play.environment import certify
    from boxwright.blackboxes.reasoning.knowlogic.questions.draw import ends_of
    from boxwright.blackboxes.reasoning.knowlogic.questions.rows import BadRow, puzzle_of, row_of

    domains: dict[str, Domain] = {}
    if file.suffix in SUFFIXES:
        return judge_file(file, partial(_layout, domains), quiet=quiet)
    bad = good = 0
    letters: Counter[str] = Counter()
    for number, row in _read_rows(file):
        try:
            domain = _domain(str(row.get("domain")), domains)
            puzzle = puzzle_of(row, domain.scenarios)
            faults = certify(puzzle)
            faults = faults or _false_fields(row, row_of(puzzle, ends_of(domain)))
        except BadRow as error:
            faults = [str(error)]
        for fault in faults:
            echo(f"{shown(file)}:{number}: {row.get('id')}: {fault}", err=True)
        bad, good = bad + bool(faults), good + (not faults)
        letters.update("" if faults else row["answer"])
    if not good + bad:
        raise BoxwrightError(f"{shown(file)}: holds no question")
    if not quiet:
        balance = ", ".join(f"{letter} {letters[letter]:,}" for letter in sorted(letters))
        echo(f"{shown(file)}: {good:,} questions certified, {bad:,} with faults; right letters: {balance}")
    return 1 if bad else 0


def _false_fields(row: dict[str, Any], computed: dict[str, Any]) -> list[str]:
    """Return a fault for every field that is not what follows from the question's form."""
    meant = json.loads(json.dumps(computed))
    return [f"its `{name}` is not what its form says" for name, value in meant.items() if row.get(name) != value]


def _read_rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows of a set, numbered from 1. Raises: BoxwrightError."""
    from boxwright.commands.parquet import read_parquet

    if file.suffix == ".parquet":
        yield from ((number, _whole(row)) for number, row in enumerate(read_parquet(file), start=1))
        return
    with file.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError:
                raise BoxwrightError(f"{shown(file)}:{number}: this line is not JSON") from None
            if not isinstance(row, dict):
                raise BoxwrightError(f"{shown(file)}:{number}: this line is not a JSON object")
            yield number, row


def _domain(name: str, read: dict[str, Domain]) -> Domain:
    from boxwright.blackboxes.reasoning.knowlogic.play.environment import domain_at
    from boxwright.blackboxes.reasoning.knowlogic.questions.rows import BadRow

    if name not in read:
        try:
            (path,) = _domain_files(name).values()
        except (BoxwrightError, ValueError):
            raise BadRow(f"there is no domain {name!r}") from None
        read[name] = domain_at(path)
    return read[name]


def _layout(read: dict[str, Domain], name: str) -> Scenario:
    """Return a scenario by its name. Raises: BadRow."""
    from boxwright.blackboxes.near import known
    from boxwright.blackboxes.reasoning.knowlogic.questions.rows import BadRow

    domain, _, key = name.partition("/")
    there = _domain(domain, read).scenarios
    if key not in there:
        names = [f"{domain}/{other}" for other in there]
        raise BadRow(f"there is no scenario {name!r}; {known(name, names)}")
    return there[key]


@click.command("levels")
@click.option("--domains", default="all", show_default=True, help="Names separated by commas.")
@click.option("--count", type=click.IntRange(60, 100_000), default=1_200, show_default=True)
@click.option("--seed", type=int, default=7, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print only the cuts, as JSON.")
def levels_command(domains: str, count: int, seed: int, as_json: bool) -> None:
    """Measure where levels are cut so that easy : medium : hard = 1 : 2 : 3, and the mean features of each level."""
    from rich.table import Table

    from boxwright.blackboxes.reasoning.knowlogic.play.environment import domain_at
    from boxwright.blackboxes.reasoning.knowlogic.questions.draw import draw
    from boxwright.blackboxes.reasoning.knowlogic.questions.levels import WEIGHTS, cuts_of, score
    from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import LEVELS

    table = Table("domain", "level", "score", "share", *WEIGHTS, box=None)
    ends: dict[str, tuple[int, int]] = {}
    for name, path in _domain_files(domains).items():
        puzzles = list(islice(draw(domain_at(path), seed), count))
        ends[name] = cuts_of([score(puzzle.features) for puzzle in puzzles])
        low, high = ends[name]
        for level, below, above in zip(LEVELS, (0, low, high), (low, high, math.inf), strict=True):
            these = [p for p in puzzles if below < score(p.features) <= above]
            means = [f"{sum(p.features[f] for p in these) / max(1, len(these)):.2f}" for f in WEIGHTS]
            bounds = f"{below + 1} to {above}" if above < math.inf else f"from {below + 1}"
            table.add_row(name, level, bounds, f"{len(these) / count:.0%}", *means)
    if as_json:
        echo(json.dumps(ends, indent=1))
    else:
        console().print(table)
