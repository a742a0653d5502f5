"""`kumo published-results`: the published trajectories counted as the paper's tables count them."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.kumo.domains import named_domain
from boxwright.commands.kumo.studies import show_structure
from boxwright.commands.kumo.tables import spread, write_both
from boxwright.commands.kumo.writing import OUT, file_names, whole_file
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.studies.published_results import Played, ResultRow
    from boxwright.blackboxes.reasoning.kumo.studies.structure import Judged

RELATIVE = {
    "relative": "relative action count (stored lengths)",
    "relative_tests": "relative action count (tests)",
}
"""The two ways of counting, and what they are called in a picture."""


@click.command("published-results")
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--domain", "domains", multiple=True, metavar="NAME", help="Only these domains, e.g. MedicalEnv.")
@click.option("--size", metavar="T/A", help="Only this size, e.g. 4/6: then a model has one row, as `correlate` wants.")
@click.option(
    "--instances",
    "given",
    nargs=2,
    multiple=True,
    metavar="DOMAIN FILE",
    help="A domain (a file or an id) and its published instances: success by structure, with --out.",
)
@click.option("--by", type=click.Choice(["communities", "degrees"]), default="degrees", show_default=True)
@click.option("--out", type=OUT, help="Write the table to a CSV file, and pictures beside it (SVG, PDF).")
def published_results_command(
    results: Path,
    domains: tuple[str, ...],
    size: str | None,
    given: tuple[tuple[str, str], ...],
    by: str,
    out: Path | None,
) -> None:
    """Count the published trajectories below RESULTS: success, unreadable replies, actions against the search's.

    RESULTS is the published folder `results`, or a part of it; optima are those of its `search_results`. "rel. stored"
    uses the stored lengths, which are the tests plus 2; "rel. tests" the tests alone. A model with several
    agents has a row for each (`model/agent`). The table pools the domains;
    beside --out FILE.csv, FILE_domains.csv has a row for each. The pictures show, for each size, success and both
    relative counts by domain and model (heat maps, Fig. 3), success against both (Fig. 4), unreadable replies and
    tokens (Fig. 6a, 6b), and how the search's counts of tests are spread (Fig. 6c). With --instances a CSV file a size
    and model says which class of structure each instance has and whether most of its trajectories were right
    (Fig. 6e); `kumo chi-square` takes it.
    """
    from rich.table import Table

    from boxwright.blackboxes.faults import BoxwrightError
    from boxwright.blackboxes.reasoning.kumo.studies.published_results import read_results, result_rows

    def cut(where: str) -> None:
        echo(f"{where}: the last line is cut off and left out; fetch the file again", err=True)

    if given and out is None:
        raise click.UsageError("--instances writes files beside the table; add --out FILE.csv")
    played = [each for each in read_results(results, domains, cut) if size in (None, each.size)]
    if not played:
        raise BoxwrightError(f"{results}: holds nothing of {', '.join([*domains, *([size] if size else [])])}")
    rows = result_rows(played)
    names = ("model", "size", "domains", "games", "success", "unreadable", "of these failed calls")
    table = Table(*names, "tests", "rel. stored", "rel. tests", "tokens", box=None)
    for row in rows:
        shares = [f"{100 * share:.1f} %" for share in (row.success, row.parse_errors, row.null_replies)]
        means = ["–" if mean is None else f"{mean:.3f}" for mean in (row.tests, row.relative, row.relative_tests)]
        games = [row.size, str(len(row.domains)), f"{row.trajectories:,}"]
        table.add_row(row.model, *games, *shares, *means, f"{row.tokens:,.0f}")
    console().print(table)
    if out is not None:
        by_domain, beside = result_rows(played, by_domain=True), out.with_suffix("")
        listed_rows = rows if size is None else _models(rows, size)
        _write(out, "domains", [(str(len(row.domains)), row) for row in listed_rows or rows])
        listed = beside.with_name(f"{beside.name}_domains.csv")
        _write(listed, "domain", [(row.domains[0], row) for row in by_domain])
        pictures = _draw(rows, beside) + _draw_domains(by_domain, beside) + _draw_optima(played, beside)
        found = _judged(played, given, by)
        plain = file_names(model for model, _ in found)
        for (model, of_size), judged in found.items():
            file = beside.with_name(f"{_named(beside, of_size)[0]}_structure_{plain[model]}.csv")
            echo(f"{of_size}: ", nl=False)
            show_structure(model, judged, file)
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


def _draw_optima(played: list[Played], beside: Path) -> int:
    """Draw how the published search's tests are spread on each size, and return how many pictures there are."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    pictures = 0
    for size in dict.fromkeys(each.size for each in played):
        searched = [each for each in played if each.size == size and not each.model]
        counts = Counter(t.tests for each in searched for t in each.trajectories if t.tests is not None)
        if counts:
            name, title = _named(beside, size)
            told = f"{title}: tests of the search, {plural(counts.total(), 'instance')}"
            picture = bars(told, spread(counts), "tests")
            write_both(beside.with_name(f"{name}_optima"), picture)
            pictures += 1
    return pictures


def _judged(played: list[Played], given: tuple[tuple[str, str], ...], by: str) -> dict[tuple[str, str], list[Judged]]:
    """Return by model and size what became of each instance whose structure is known, in the published order."""
    from boxwright.blackboxes.reasoning.kumo.instances.files import playable_instances
    from boxwright.blackboxes.reasoning.kumo.studies.structure import Judged, structure_class

    classes: dict[tuple[str, str, int | None], str] = {}
    for name, file in given:
        domain = named_domain(name)
        for _, instance in playable_instances(Path(file), domain):
            classes[domain.domain, instance.size, instance.seed] = structure_class(instance, by)
    found: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for each in played:
        structure = classes.get((each.domain, each.size, each.seed))
        if each.model and structure is not None:
            model = f"{each.model}/{each.agent}"
            right = sum(trajectory.successful for trajectory in each.trajectories)
            runs = len(each.trajectories)
            found[model, each.size].append(Judged(model, each.domain, structure, runs, 2 * right > runs))
    unknown = {domain for domain, _, _ in classes} - {each.domain for each in played}
    if unknown:
        echo(f"no results of {', '.join(sorted(unknown))}: the folders have other names", err=True)
    return found


def _named(beside: Path, size: str) -> tuple[str, str]:
    return f"{beside.name}_{size.replace('/', '_')}", f"published results, {size}"
