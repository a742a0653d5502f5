"""What an independent check of the collection counted, counted again: truths, hostile replies and slips.

Of each accepted box with an independent reference: on how many calls do both answer, and on how many otherwise? Of each
kind of answer: how many of the hostile replies in `tests/blackboxes/hostile.py` end otherwise than read or refused, and
how many replies that state an answer with a small slip are read as the right one?

    python -m benchmarks.independent                     # exit code 1 if any count that should be 0 is not
    python -m benchmarks.independent 'code/*' --calls 500
"""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterable, Sequence

import click
from rich.console import Console

from benchmarks.acceptance import subjects
from benchmarks.planting.tables import Counted, markdown
from boxwright.agents.box.compare import compare
from boxwright.blackboxes.faults import BoxwrightError, InvalidReply
from boxwright.blackboxes.stated import MAX_REPLY
from boxwright.harness.exams import open_reference
from boxwright.sandbox import Launcher, SandboxError, SandboxUnavailable, open_launcher
from tests.blackboxes.hostile import hostile_replies
from tests.blackboxes.written import slips
from tests.golden.answers import ANSWERS, Answers
from tests.reference import REFERENCES

SEED = 13
Row = tuple[str, int, int]
"""Of what, how many were tried, and how many went wrong."""


def truths(patterns: Sequence[str], calls: int, launcher: Launcher, progress: Console) -> dict[str, Row]:
    """Compare boxes with their references; by family: calls, and those answered otherwise. Raises: BoxwrightError."""
    found: dict[str, Row] = {}
    for subject in subjects(patterns):
        if subject.id not in REFERENCES:
            continue
        with (
            open_reference(subject.description, REFERENCES[subject.id], launcher) as reference,
            subject.box(launcher, subject.source) as box,
        ):
            try:
                done = compare(box, reference.box, samples=calls, swept=1, seed=SEED)
            except SandboxError as error:  # it is named in the table, and counts as a difference
                found[subject.id] = (f"{subject.id}, not compared: {error}", 0, 1)
                continue
        progress.print(f"{subject.id}: {done.differing} of {done.compared}")
        family = subject.description.family
        _, compared, differing = found.get(family, (family, 0, 0))
        found[family] = (family, compared + done.compared, differing + done.differing)
    return found


def crashed(answers: Answers) -> Row:
    """Send hostile replies to the reader of one kind of answer, and count those that it neither reads nor refuses."""
    tried = failed = 0
    for reply in hostile_replies([f"{answers.marker}: {text}" for text in answers.truths], seed=SEED):
        tried += 1
        try:
            answers.read(reply[:MAX_REPLY])
        except InvalidReply:
            continue
        except Exception:  # noqa: BLE001 -- what is counted here is any other failure
            failed += 1
    return answers.name, tried, failed


def misread(answers: Answers) -> Row:
    """Read replies that state answers with a small slip, and count those that are read as the right one."""
    right = [answers.right(truth, reply) for truth, reply in slips(answers, random.Random(SEED))]
    return answers.name, len(right), sum(right)


def counted(title: str, name: str, tried: str, wrong: str, rows: Iterable[Row]) -> Counted:
    """Return rows as a table, with their sum."""
    own = list(rows)
    total = ("all", sum(row[1] for row in own), sum(row[2] for row in own))
    cells = tuple((of, f"{count:,}", f"{failed:,}") for of, count, failed in (*own, total))
    return Counted(title, (name, tried, wrong), cells)


@click.command()
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@click.option("--calls", default=1_500, show_default=True, help="Drawn calls per box, and so many of a sweep.")
@click.option("--sandbox", default="local", show_default=True, help="Where boxes and references run: local or docker.")
def main(patterns: tuple[str, ...], calls: int, sandbox: str) -> None:
    """Print the three tables as Markdown; exit code 1 if anything differs, crashes or is misread."""
    try:
        launcher = open_launcher(sandbox)
        try:
            compared = truths(patterns, calls, launcher, Console(stderr=True))
        finally:
            launcher.close()
    except (BoxwrightError, SandboxUnavailable) as error:
        raise click.ClickException(str(error)) from error
    warnings.simplefilter("ignore", SyntaxWarning)  # Python's own remarks on literals among the hostile replies
    hostile, slipped = [crashed(answers) for answers in ANSWERS], [misread(answers) for answers in ANSWERS]
    tables = (
        counted("Boxes and their independent references", "family", "calls", "answered otherwise", compared.values()),
        counted("Hostile replies", "answers", "tried", "neither read nor refused", hostile),
        counted("Answers with a slip", "answers", "tried", "read as right", slipped),
    )
    click.echo(markdown(tables))
    sys.exit(any(row[2] for row in (*compared.values(), *hostile, *slipped)))


if __name__ == "__main__":
    main()
