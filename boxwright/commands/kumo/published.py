"""`kumo published-results`: the published trajectories counted as the paper's tables count them."""

from __future__ import annotations

import csv
from dataclasses import asdict
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

RELATIVE = {
    "relative": "relative action count (stored lengths)",
    "relative_tests": "relative action count (tests)",
}
"""The two ways of counting, and what they are called in a picture."""


@click.command("published-results")
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--domain", "domains", multiple=True, metavar="NAME", help="Only these domains, e.g. MedicalEnv.")
@click.option("--out", type=OUT, help="Write the table to a CSV file, and pictures beside it (SVG, PDF).")
def published_results_command(results: Path, domains: tuple[str, ...], out: Path | None) -> None:
    """Count the published trajectories below RESULTS: success, unreadable replies, actions against the search's.

    RESULTS is the published folder `results`, or a part of it; optima are those of its `search_results`. "rel. stored"
    uses the stored lengths, which are the tests plus 2; "rel. tests" the tests alone. A model with several
    agents has a row for each (`model/agent`). The table pools the domains;
    beside --out FILE.csv, FILE_domains.csv has a row for each. The pictures show, for each size, success and both
    relative counts by domain and model (heat maps, Fig. 3), success against both (Fig. 4), unreadable replies and
    tokens (Fig. 6a, 6b).
    """
    from rich.table import Table

    from boxwright.blackboxes.faults import BoxwrightError
    from boxwright.blackboxes.reasoning.kumo.studies.published_results import read_results, result_rows

    def cut(where: str) -> None:
        echo(f"{where}: the last line is cut off and left out; fetch the file again", err=True)

    played = list(read_results(results, domains, cut))
    if not played:
        raise BoxwrightError(f"{results}: holds nothing of {', '.join(domains)}")
    rows = result_rows(played)
    names = ("model", "size", "domains", "games", "success", "unreadable", "of these failed calls")
    table = Table(*names, "tests", "rel. stored", "rel. tests", "tokens", box=None)
    for row in rows:
        shares = [f"{100 * share:.1f} %" for share in (row.success, row.parse_errors, row.null_replies)]
        means = ["–" if mean is None else f"{mean:.3f}" for mean in (row.tests, row.relative, row.relative_tests)]
        size = [row.size, str(len(row.domains)), f"{row.trajectories:,}"]
        table.add_row(row.model, *size, *shares, *means, f"{row.tokens:,.0f}")
    console().print(table)
    if out is not None:
        by_domain, beside = result_rows(played, by_domain=True), out.with_suffix("")
        _write(out, "domains", [(str(len(row.domains)), row) for row in rows])
        listed = beside.with_name(f"{beside.name}_domains.csv")
        _write(listed, "domain", [(row.domains[0], row) for row in by_domain])
        pictures = _draw(rows, beside) + _draw_domains(by_domain, beside)
        echo(f"wrote {shown(out)}, {listed.name} and {plural(pictures, 'picture')} beside it")


def _write(file: Path, named: str, rows: list[tuple[str, ResultRow]]) -> None:
    """Write rows as CSV, with their domain or how many these are in the column that is so named."""
    with whole_file(file) as opened:
        columns = [named if column == "domains" else column for column in rows[0][1].__dict__]
        writer = csv.DictWriter(opened, columns, lineterminator="\n")
        writer.writeheader()
        for domain, row in rows:
            cells = asdict(row) | {named: domain}
            writer.writerow({column: cells[column] for column in columns})


def _models(rows: list[ResultRow], size: str) -> list[ResultRow]:
    """Return the rows of a size without the search, which is no model."""
    from boxwright.blackboxes.reasoning.kumo.studies.published_results import SEARCHER

    return [row for row in rows if row.size == size and row.model != SEARCHER]


def _draw(rows: list[ResultRow], beside: Path) -> int:
    """Draw the models of each size over all domains, and return how many pictures there are."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars, scatter

    pictures = 0
    for size in dict.fromkeys(row.size for row in rows):
        models = _models(rows, size)
        name, title = _named(beside, size)
        for kind, across in RELATIVE.items():
            points = {row.model: (x, row.success) for row in models if (x := getattr(row, kind)) is not None}
            if points:
                write_both(beside.with_name(f"{name}_{kind}"), scatter(title, points, across, "success"))
                pictures += 1
        for kind, unit in (("parse_errors", "share of games lost by unreadable replies"), ("tokens", "tokens a game")):
            values = {row.model: getattr(row, kind) for row in models}
            if values:
                write_both(beside.with_name(f"{name}_{kind}"), bars(f"{title}: {unit}", values, "model"))
                pictures += 1
    return pictures


def _draw_domains(rows: list[ResultRow], beside: Path) -> int:
    """Draw the models of each size by domain, where there are several, and return how many pictures there are."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import heat_map

    pictures = 0
    for size in dict.fromkeys(row.size for row in rows):
        name, title = _named(beside, size)
        for kind, unit in {"success": "success", **RELATIVE}.items():
            cells = [
                (row.domains[0], row.model, value)
                for row in _models(rows, size)
                if (value := getattr(row, kind)) is not None
            ]
            if len({domain for domain, _, _ in cells}) > 1:
                picture = heat_map(f"{title}: {unit} by domain", cells, "model", falling=kind == "success")
                write_both(beside.with_name(f"{name}_domains_{kind}"), picture)
                pictures += 1
    return pictures


def _named(beside: Path, size: str) -> tuple[str, str]:
    return f"{beside.name}_{size.replace('/', '_')}", f"published results, {size}"
