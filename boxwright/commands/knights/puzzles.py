"""`knights generate`, `solve`, `reason`, `perturb`, `check`: files of abstract puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.knights.lines import (
    counted,
    file_argument,
    given_specification,
    out_option,
    puzzles_in,
    say_written,
    specification_options,
    write_rows,
)
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.knights.puzzles.files import Line

PUBLISHED = ("width", "depth", "weights", "own", "constant", "settled", "reconsiders", "solutions")


@click.command("generate")
@specification_options
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; the puzzles are the same."
)
@click.option("--published", is_flag=True, help="The published puzzles themselves, in their order (--people 2 to 8).")
@out_option
def generate_command(count: int, seed: int, jobs: int, published: bool, out: Path | None, **given: Any) -> None:
    """Draw puzzles, each proved to have exactly one solution; the same seed gives the same file.

    A line has `statements`, `solution`, `id`, `class` (the same for renamed copies), `seed`, `index`, `specification`.
    """
    from boxwright.blackboxes.reasoning.knights.data.certificate import certified
    from boxwright.blackboxes.reasoning.knights.puzzles.generating import check_count, generate
    from boxwright.blackboxes.reasoning.knights.puzzles.published import SEED, published_puzzles
    from boxwright.blackboxes.reasoning.knights.puzzles.specification import Specification

    wanted = given_specification(given)
    if published and wanted != Specification(people=wanted.people):
        raise BoxwrightError(
            "--published: the published puzzles have width 2, depth 2 and no conditions; leave them out"
        )
    check_count(wanted, count)
    drawn = published_puzzles(wanted.people) if published else generate(wanted, seed, jobs)
    if published:
        seed = SEED
    rows = (certified(p, wanted, seed, i) for i, p in enumerate(islice(drawn, count)))
    made = write_rows(counted(rows, count, "puzzles"), out)
    say_written(made, out, f"puzzles of {wanted.people} people, width {wanted.width}, depth {wanted.depth}")


@click.command("solve")
@file_argument
@click.option("--all", "every", is_flag=True, help="All solutions, not two at most.")
@out_option
def solve_command(file: str, every: bool, out: Path | None) -> None:
    """Solve every puzzle in FILE (JSON lines, - for standard input), in the order true before false, person 0 first.

    Writes `{"solutions": [[true, false, ...], ...], "unique": true|false}` per line; true is a knight.
    """

    rows = (_solved(line, every) for line in puzzles_in(file))
    say_written(write_rows(rows, out), out, "puzzles solved")


def _solved(line: Line, every: bool) -> dict[str, Any]:
    from boxwright.blackboxes.reasoning.knights.puzzles.solver import TooManySolutions, every_solution, solutions

    try:
        found = every_solution(line.puzzle) if every else solutions(line.puzzle)
    except TooManySolutions as error:
        raise line.fault(str(error)) from error
    return {"solutions": [list(world) for world in found], "unique": len(found) == 1}


@click.command("reason")
@file_argument
@click.option(
    "--order",
    type=click.Choice(["published", "index"]),
    default="published",
    show_default=True,
    help="Who comes next: the people just mentioned, or person 0, 1, 2 ...",
)
@out_option
def reason_command(file: str, order: Any, out: Path | None) -> None:
    """Reason about every puzzle in FILE, step by step, to its first solution or to the proof that it has none.

    Writes `{"steps": [...]}` per line: ["ok", person, knight], ["conflict", person, knight, speaker,
    speaker_is_knight], ["reconsider", person, [exhausted, deepest first]], ["success", [...]], ["fail"].
    """
    from boxwright.blackboxes.reasoning.knights.puzzles.steps import MOST_STEPS, TooLong, reason, steps_as_json

    def rows() -> Iterator[dict[str, Any]]:
        for line in puzzles_in(file):
            try:
                yield {"steps": steps_as_json(reason(line.puzzle, order))}
            except TooLong as error:
                raise line.fault(f"the reasoning needs more than {MOST_STEPS:,} steps; `solve` solves it") from error

    say_written(write_rows(rows(), out), out, "puzzles reasoned about")


@click.command("perturb")
@file_argument
@click.option(
    "--kind",
    type=click.Choice(["leaf", "statement"]),
    multiple=True,
    help="What is changed; may be given twice.  [default: leaf and statement]",
)
@click.option("--seed", type=int, default=1, show_default=True)
@out_option
def perturb_command(file: str, kind: tuple[Any, ...], seed: int, out: Path | None) -> None:
    """Change one leaf, or one person's statement, of every puzzle in FILE, so that it has one solution, another one.

    The edit is drawn uniformly from all that do; `edits` counts them. Where there is none the line has `impossible`,
    which is proved. `base` is the id of the original.
    """
    from boxwright.blackboxes.reasoning.knights.data.certificate import partner_row
    from boxwright.blackboxes.reasoning.knights.puzzles.edits import EDITS

    kinds = tuple(dict.fromkeys(kind)) or EDITS

    def rows() -> Iterator[dict[str, Any]]:
        for line in puzzles_in(file):
            for each in kinds:
                try:
                    row = partner_row(line.puzzle, line.specification(), each, seed)
                except BoxwrightError as error:
                    where = "" if str(error).startswith(line.where) else f"{line.where}: "
                    raise BoxwrightError(f"{where}{error}") from error
                impossible.append(bool(row.get("impossible")))
                yield row

    impossible: list[bool] = []
    made = write_rows(rows(), out)
    say_written(made - sum(impossible), out, "perturbed puzzles")
    if any(impossible):
        echo(
            f"{sum(impossible):,} of {made:,} are impossible: no single edit leaves one solution, another one", err=True
        )


@click.command("check")
@file_argument
def check_command(file: str) -> int:
    """Prove what every line of FILE says: `solution`, `id`, `class`, `steps`, `text`, where it has them.

    A line whose puzzle has not exactly one solution is a fault too, unless its specification asks for several.
    """
    from boxwright.blackboxes.reasoning.knights.data.certificate import faults

    count, wrong = 0, 0
    for line in puzzles_in(file):
        count += 1
        found = faults(line)
        wrong += bool(found)
        for fault in found:
            echo(f"{line.where}: {fault}", err=True)
    echo(f"{count - wrong:,} of {count:,} puzzles are what they say")
    return 1 if wrong else 0
