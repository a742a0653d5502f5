"""`knights data`, `export`: data sets for training, split on classes, as chat JSON lines or Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.knights.lines import (
    counted,
    file_argument,
    given_specification,
    puzzles_in,
    say_written,
    specification_options,
    write_rows,
)
from boxwright.terminal import echo


@click.command("data")
@specification_options
@click.option("--train", type=click.IntRange(min=1), default=1_000, show_default=True, help="Training puzzles.")
@click.option("--test", type=click.IntRange(min=0), default=100, show_default=True, help="Test puzzles.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; the rows are the same."
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder to write to.")
def data_command(train: int, test: int, seed: int, language: str, jobs: int, out: Path, **given: Any) -> None:
    """Make a data set: train.jsonl and test.jsonl, with proofs, texts, steps and perturbed partners.

    No training puzzle is a renamed test puzzle: whole classes go to one side. Where the puzzles are too few for that to
    mean anything (two people), it is refused.
    """
    from boxwright.blackboxes.files import file_replaced
    from boxwright.blackboxes.reasoning.knights.data.dataset import check_split, rows_of, sides
    from boxwright.blackboxes.reasoning.knights.puzzles.generating import how_many

    wanted = given_specification(given)
    if wanted.solutions != "one":
        raise BoxwrightError("--solutions several: training data needs one answer per puzzle; leave it out")
    check_split(wanted, seed, train + test)
    # A class with several puzzles may find its side full: some more are drawn.
    total, known = train + test, how_many(wanted)
    most = min(known or 2 * total + 1_000, 2 * total + 1_000)
    out.mkdir(parents=True, exist_ok=True)
    left = {"train": train, "test": test}
    with ExitStack() as stack:
        parts = {side: stack.enter_context(file_replaced(out / f"{side}.jsonl")) for side in left}
        files = {
            side: stack.enter_context(part.open("w", encoding="utf-8", newline="\n")) for side, part in parts.items()
        }
        kept = _placed(rows_of(wanted, seed, language, most, jobs), sides, train, test, seed)
        for side, row in counted(islice(kept, total), total, "puzzles"):
            files[side].write(json.dumps({**row, "split": side}, ensure_ascii=False) + "\n")
            left[side] -= 1
        if any(left.values()):
            lacking = ", ".join(f"{number} for {side}" for side, number in left.items() if number)
            raise BoxwrightError(f"the puzzles do not suffice for this split (lacking {lacking}); ask for fewer")
    echo(f"{out}: {train:,} training and {test:,} test puzzles of {wanted.people} people, no class on both sides")


def _placed(
    rows: Iterable[dict[str, Any]], sides: Any, train: int, test: int, seed: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows that have a side."""
    waiting: list[dict[str, Any]] = []

    def classes() -> Iterator[str]:
        for row in rows:
            waiting.append(row)
            yield row["class"]

    for side in sides(classes(), train, test, seed):
        row = waiting.pop()
        if side:
            yield side, row


@click.command("export")
@file_argument
@click.option("--style", type=click.Choice(["direct", "steps"]), default="steps", show_default=True)
@click.option("--answers", type=click.Choice(["right", "wrong"]), default="right", show_default=True)
@click.option(
    "--chain",
    type=click.Choice(["right", "exchanged", "shuffled"]),
    default="right",
    show_default=True,
    help="The reasoning: as it is, with one step exchanged, or with its steps shuffled; the last two are proved wrong.",
)
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help=".jsonl or .parquet.  [default: standard output]"
)
def export_command(file: str, style: Any, answers: Any, chain: Any, language: str, seed: int, out: Path | None) -> None:
    """Write training examples of the puzzles in FILE: chat messages, with the spans that the loss is for.

    Wrong answers turn 1 to N roles. Parquet needs the extra `parquet`.
    """
    from boxwright.blackboxes.files import file_replaced
    from boxwright.blackboxes.reasoning.knights.data.export import chat_row
    from boxwright.commands.parquet import write_parquet

    if style == "direct" and chain != "right":
        raise BoxwrightError(f"--chain {chain}: a direct answer has no reasoning; add --style steps")
    skipped: list[str] = []

    def rows() -> Iterator[dict[str, Any]]:
        for line in puzzles_in(file):
            row = chat_row(line, style, answers, chain, language, seed)
            if row is None:
                skipped.append(line.where)
            else:
                yield row

    named = counted(rows(), None, "examples")
    if out and out.suffix == ".parquet":
        with file_replaced(out) as part:
            made = write_parquet(part, named)
    else:
        made = write_rows(named, out)
    say_written(made, out, "training examples")
    if skipped:
        echo(f"{len(skipped):,} left out: every order of their steps is a proof (first: {skipped[0]})", err=True)
