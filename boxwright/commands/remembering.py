"""`memorization`: how much of a score was remembered, in evaluations that were played with pairs."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.extras import MissingExtra
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.cli import console
from boxwright.commands.shared import print_table, shown, write_json_lines
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.harness.analysis.memorization import Memorization


def show_memorization(rows: list[Memorization]) -> None:
    """Print memorization scores, and why instances have no pair."""
    from boxwright.harness.report.memorization import memorization_tables, skipped_lines

    for table in memorization_tables(rows):
        print_table(table)
    for line in skipped_lines(rows):
        console().print(line, soft_wrap=True)


@click.command("memorization")
@click.argument("out", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--who",
    metavar="SORT",
    help="Instead: can a classifier tell from the text which instances lose their answer with a partner of this sort?",
)
@click.option(
    "--text",
    type=click.Choice(["question", "reply", "both"]),
    default="question",
    show_default=True,
    help="What the classifier of --who reads.",
)
@click.option(
    "--labels",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead: write JSON lines, one per instance and partner: what was right, whether it was lost, and the texts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def memorization_command(out: Path, who: str | None, text: Any, labels: Path | None, as_json: bool) -> None:
    """Print the memorization scores of an evaluation that was played with --pairs.

    LiMem is the share of pairs whose base is right and whose partner is wrong. A mere coin has one too, so it is
    compared with the same instances asked again: the difference is what is called memorization.
    """
    from boxwright.harness.analysis.memorization import memorization
    from boxwright.harness.analysis.remembering import labels as all_labels
    from boxwright.harness.analysis.remembering import remembered
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.report.memorization import remembering_table

    with closing(Store.open(out)) as store:
        models = store.settings["models"]
        try:
            named = [label.model_dump(mode="json") for label in all_labels(store.records(), models)] if labels else []
            rows = [] if who or labels else memorization(store.records(), models)
            told = remembered(store.records(), models, who, text) if who and not labels else []
        except MissingExtra:
            raise
        except BoxwrightError as error:
            raise BoxwrightError(f"{shown(out)}: {error}") from error
    if labels:
        echo(f"{shown(labels)}: {write_json_lines(named, labels):,} labels")
    elif as_json:
        echo_json(json.dumps([row.model_dump(mode="json") for row in rows or told], indent=1, ensure_ascii=False))
    elif told:
        print_table(remembering_table(told))
    else:
        show_memorization(rows)
