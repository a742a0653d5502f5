"""`kumo leaderboard` and `optima`: success against relative action counts, and how optimal counts are spread."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.kumo.domains import named_domain
from boxwright.commands.kumo.instances import SEMANTICS, no_optimum
from boxwright.commands.kumo.measured import WHOLE, Ends, Group, Kind, measured, unlike
from boxwright.commands.kumo.tables import show_table, spread, write_both, write_table
from boxwright.commands.kumo.writing import FILE, FOLDER
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.play.table import KumoRow


@click.command("leaderboard")
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", "folder", type=FOLDER, required=True, help="Folder for the table as CSV, and for the pictures.")
def leaderboard_command(results: tuple[Path, ...], folder: Path) -> None:
    """Rank the models of KUMO evaluations by success, and draw success against the relative action count.

    RESULTS are folders of `boxwright eval` or `kumo play`. A model has a row per domain, and one over all domains of
    all folders (`kumo/*`), which is what those pictures show; sizes, protocols and books are kept apart. Where there
    are several domains, another picture shows success by domain, e.g. in and out of the one trained on (Fig. 5), and
    heat maps show success and relative action count by domain and model (Fig. 3).
    "low" and "high" are the 95 % interval of success, as in `boxwright report`.
    """
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import scatter

    found = measured(results)
    folder.mkdir(parents=True, exist_ok=True)
    rows = [(kind, row) for kind, group in found.items() for row in sorted(group.rows, key=_rank)]
    cells = [_cells(kind, row, found[kind].intervals[row.model, row.scope]) for kind, row in rows]
    write_table(folder / "leaderboard.csv", COLUMNS, cells)
    whole = [(each, found[kind]) for each, (kind, row) in zip(cells, rows, strict=True) if row.scope == WHOLE]
    show_table(COLUMNS, [[model, _played(group, model), *others] for (model, _, *others), group in whole])
    for kind, (every, _) in found.items():
        title = f"kumo {kind.words}"
        if why := unlike(every):
            echo(f"{title}: {why}", err=True)
        name = "-".join(kind).replace("/", "_").replace(",", "").replace(" ", "_")
        for semantics in ("paper", "elimination"):
            points = {row.model: (row.relative[semantics], row.success) for row in every if row.scope == WHOLE}
            drawn = {model: (x, y) for model, (x, y) in points.items() if x is not None}
            if drawn:
                picture = scatter(title, drawn, f"relative action count ({semantics})", "success")
                write_both(folder / f"success_{name}-{semantics}", picture)
        _draw_domains(sorted((row for row in every if row.scope != WHOLE), key=_rank), title, folder, name)
    echo(f"wrote {shown(folder)}")


def _draw_domains(rows: list[KumoRow], title: str, folder: Path, name: str) -> None:
    """Draw success, and the relative counts, by domain and model; nothing where there is one domain."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import grouped_bars, heat_map

    if len({row.scope for row in rows}) < 2:
        return
    found = [(row.scope.removeprefix("kumo/"), row) for row in rows]
    series: dict[str, dict[str, float]] = {}
    for domain, row in found:
        series.setdefault(row.model, {})[domain] = row.success
    write_both(folder / f"domains_{name}", grouped_bars(title, series, "domain", "success"))
    success = [(domain, row.model, row.success) for domain, row in found]
    write_both(folder / f"heat_{name}-success", heat_map(f"{title}: success", success, "model"))
    for semantics in ("paper", "elimination"):
        counts = [(domain, row.model, x) for domain, row in found if (x := row.relative[semantics]) is not None]
        if counts:
            picture = heat_map(f"{title}: relative action count ({semantics})", counts, "model", falling=False)
            write_both(folder / f"heat_{name}-{semantics}", picture)


def _rank(row: KumoRow) -> tuple[bool, str, float, str]:
    return (row.scope != WHOLE, row.scope, -row.success, row.model)


COLUMNS = (
    "model",
    "domains",
    "size",
    "protocol",
    "books",
    "games",
    "no_prediction",
    "success",
    "low",
    "high",
    "actions",
    "rel_paper",
    "rel_elimination",
)


def _played(group: Group, model: str) -> str:
    """Return the domain that a model played, or that they were several."""
    domains = {row.scope for row in group.rows if row.model == model} - {WHOLE}
    return domains.pop() if len(domains) == 1 else WHOLE


def _cells(kind: Kind, row: KumoRow, interval: Ends) -> list[str]:
    means = (row.success, *interval, row.actions, row.relative["paper"], row.relative["elimination"])
    figures = ["" if mean is None else f"{mean:.4f}" for mean in means]
    return [row.model, row.scope, *kind, str(row.games), str(row.unparsable), *figures]


@click.command("optima")
@click.argument("file", type=FILE)
@click.option("--domain", "name", metavar="FILE|ID", help="The domain; not needed if lines carry `outcomes`.")
@click.option("--semantics", type=SEMANTICS, default="elimination", show_default=True)
@click.option("--states", type=click.IntRange(min=1_000), default=2_000_000, show_default=True, help="Per search.")
@click.option("--out", "folder", type=FOLDER, required=True, help="Folder for the table as CSV, and for the pictures.")
def optima_command(file: Path, name: str | None, semantics: str, states: int, folder: Path) -> None:
    """Show how the optimal action counts of the instances in FILE are spread: shares, as a table and a bar chart.

    A count is that of optimal play on the instance's own outcomes (docs/kumo/overview-and-play.md). Where exclusion is
    only probable, it is not defined; `kumo solve --semantics probable` gives expected counts there.
    """
    from boxwright.blackboxes.reasoning.kumo.instances.files import playable_instances
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.optimal.referee import referee
    from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    counts: Counter[int | None] = Counter()
    for where, instance in playable_instances(file, named_domain(name) if name else None):
        if why := no_optimum(where, instance, semantics):
            raise BoxwrightError(why)
        try:
            counts[referee(game_of(instance), Semantics(semantics), states).optimum().fewest] += 1
        except BoxwrightError as error:
            raise BoxwrightError(f"{where}: {error}") from error
    known = {count: often for count, often in counts.items() if count is not None}
    total = max(1, sum(known.values()))
    rows = [[str(count), str(known[count]), f"{known[count] / total:.4f}"] for count in sorted(known)]
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / f"optima_{semantics}.csv", ("actions", "instances", "share"), rows)
    show_table(("actions", "instances", "share"), rows)
    if counts[None]:
        echo(f"{counts[None]} of {counts.total()} are not settled within {states:,} states and left out")
    picture = bars(f"{file.name}: optimal actions ({semantics})", spread(known), "actions")
    write_both(folder / f"optima_{semantics}", picture)
    echo(f"wrote {shown(folder)}")
