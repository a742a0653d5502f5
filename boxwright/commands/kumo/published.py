"""`kumo published-results`: the published trajectories counted as the paper's tables count them."""

from __future__ import annotations

import csv
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.kumo.tables import write_both
from boxwright.commands.kumo.writing import OUT, whole_file
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.studies.published_results import ResultRow

SEARCH = "search"
"""The published search among the models."""


@click.command("published-results")
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--domain", "domains", multiple=True, metavar="NAME", help="Only these domains, e.g. MedicalEnv.")
@click.option("--out", type=OUT, help="Write the table to a CSV file, and pictures beside it (SVG, PDF).")
def published_results_command(results: Path, domains: tuple[str, ...], out: Path | None) -> None:
    """Count the published trajectories below RESULTS: success, unreadable replies, actions against the search's.

    RESULTS is the published folder `results`, or a part of it; optima are those of its `search_results`. "rel. stored"
    uses the stored lengths, which are the tests plus 2; "rel. tests" the tests alone. The pictures show success against
    both, unreadable replies and tokens, for each size (Fig. 3, 4, 6a, 6b).
    """
    from rich.table import Table

    from boxwright.blackboxes.faults import BoxwrightError
    from boxwright.blackboxes.reasoning.kumo.studies.published_results import ResultRow, read_results, result_rows

    played = list(read_results(results, domains))
    if not played:
        raise BoxwrightError(f"{results}: holds nothing of {', '.join(domains)}")
    rows = result_rows(played)
    names = ("model", "size", "domains", "games", "success", "unreadable", "of these failed calls")
    table = Table(*names, "tests", "rel. stored", "rel. tests", "tokens", box=None)
    for row in rows:
        shares = [f"{100 * share:.1f} %" for share in (row.success, row.parse_errors, row.null_replies)]
        means = ["–" if mean is None else f"{mean:.3f}" for mean in (row.tests, row.relative, row.relative_tests)]
        size = [row.size, str(row.domains), f"{row.trajectories:,}"]
        table.add_row(row.model, *size, *shares, *means, f"{row.tokens:,.0f}")
    console().print(table)
    if out is not None:
        with whole_file(out) as file:
            writer = csv.DictWriter(file, [field.name for field in fields(ResultRow)], lineterminator="\n")
            writer.writeheader()
            writer.writerows(asdict(row) for row in rows)
        pictures = _draw(rows, out.with_suffix(""))
        echo(f"wrote {shown(out)} and {plural(pictures, 'picture')} beside it")


def _draw(rows: list[ResultRow], beside: Path) -> int:
    """Draw the models of each size, and return how many pictures there are; the search is no model."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars, scatter

    pictures = 0
    for size in dict.fromkeys(row.size for row in rows):
        models = [row for row in rows if row.size == size and row.model != SEARCH]
        name, title = f"{beside.name}_{size.replace('/', '_')}", f"published results, {size}"
        for kind in ("relative", "relative_tests"):
            points = {row.model: (x, row.success) for row in models if (x := getattr(row, kind)) is not None}
            if points:
                across = "relative action count" + (" (stored lengths)" if kind == "relative" else " (tests)")
                write_both(beside.with_name(f"{name}_{kind}"), scatter(title, points, across, "success"))
                pictures += 1
        for kind, unit in (("parse_errors", "share of games lost by unreadable replies"), ("tokens", "tokens a game")):
            values = {row.model: getattr(row, kind) for row in models}
            if values:
                write_both(beside.with_name(f"{name}_{kind}"), bars(f"{title}: {unit}", values, "model"))
                pictures += 1
    return pictures
