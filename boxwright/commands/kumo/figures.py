"""`kumo leaderboard` and `optima`: success against relative action counts, and how optimal counts are spread."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.kumo.domains import named_domain
from boxwright.commands.kumo.instances import SEMANTICS
from boxwright.commands.kumo.tables import show_table, write_both, write_table
from boxwright.commands.kumo.writing import FILE, FOLDER
from boxwright.commands.shared import shown
from boxwright.terminal import echo


@click.command("leaderboard")
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", "folder", type=FOLDER, required=True, help="Folder for the table as CSV, and for the pictures.")
def leaderboard_command(results: tuple[Path, ...], folder: Path) -> None:
    """Rank the models of KUMO evaluations by success, and draw success against the relative action count.

    RESULTS are folders of `boxwright eval` or `kumo play`. A model has a row per folder and domain, and one over all
    domains of a folder (`kumo/*`), which is what the pictures show; sizes, protocols and books are kept apart.
    """
    from boxwright.blackboxes.reasoning.kumo.play.table import KumoRow, kumo_rows
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import scatter
    from boxwright.harness.evaluation.store import Store

    rows: list[KumoRow] = []
    for path in results:
        store = Store.open(path)
        try:
            records = store.played("kumo")
        finally:
            store.close()
        if not records:
            raise BoxwrightError(f"{path}: no KUMO box was played there")
        rows += kumo_rows(records)
    rows.sort(key=lambda row: (row.size, row.protocol, row.book, row.scope, -row.success, row.model))
    folder.mkdir(parents=True, exist_ok=True)
    cells = [_cells(row) for row in rows]
    write_table(folder / "leaderboard.csv", COLUMNS, cells)
    show_table(COLUMNS, [each for each, row in zip(cells, rows, strict=True) if row.scope == "kumo/*"])
    for kind in sorted({(row.size, row.protocol, row.book) for row in rows}):
        chosen = [row for row in rows if (row.size, row.protocol, row.book) == kind and row.scope == "kumo/*"]
        for semantics in ("paper", "elimination"):
            points = {row.model: (row.relative[semantics], row.success) for row in chosen}
            drawn = {model: (x, y) for model, (x, y) in points.items() if x is not None}
            if drawn:
                title = f"kumo {kind[0]}, protocol {kind[1]}, books {kind[2]}"
                picture = scatter(title, drawn, f"relative action count ({semantics})", "success")
                name = "-".join((*kind, semantics)).replace("/", "_").replace(" ", "_")
                write_both(folder / f"success_{name}", picture)
    echo(f"wrote {shown(folder)}")


COLUMNS = (
    "model",
    "domains",
    "size",
    "protocol",
    "books",
    "games",
    "success",
    "actions",
    "rel_paper",
    "rel_elimination",
)


def _cells(row: Any) -> list[str]:
    means = (row.success, row.actions, row.relative["paper"], row.relative["elimination"])
    figures = ["" if mean is None else f"{mean:.4f}" for mean in means]
    return [row.model, row.scope, row.size, row.protocol, row.book, str(row.games), *figures]


@click.command("optima")
@click.argument("file", type=FILE)
@click.option("--domain", "name", metavar="FILE|ID", help="The domain; not needed if lines carry `outcomes`.")
@click.option("--semantics", type=SEMANTICS, default="elimination", show_default=True)
@click.option("--states", type=click.IntRange(min=1_000), default=2_000_000, show_default=True, help="Per search.")
@click.option("--out", "folder", type=FOLDER, required=True, help="Folder for the table as CSV, and for the pictures.")
def optima_command(file: Path, name: str | None, semantics: str, states: int, folder: Path) -> None:
    """Show how the optimal action counts of the instances in FILE are spread: shares, as a table and a bar chart.

    A count is that of optimal play on the instance's own outcomes (docs/kumo/overview-and-play.md).
    """
    from boxwright.blackboxes.reasoning.kumo.instances.files import whole_instances
    from boxwright.blackboxes.reasoning.kumo.instances.game import game_of_sets
    from boxwright.blackboxes.reasoning.kumo.instances.instance import game_of
    from boxwright.blackboxes.reasoning.kumo.optimal.referee import referee
    from boxwright.blackboxes.reasoning.kumo.optimal.solver import Semantics
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    read = whole_instances(file, named_domain(name) if name else None)
    counts: Counter[int | None] = Counter()
    for where, instance in read:
        try:
            counts[referee(game_of_sets(game_of(instance)), Semantics(semantics), states).optimum().fewest] += 1
        except BoxwrightError as error:
            raise BoxwrightError(f"{where}: {error}") from error
    known = {count: often for count, often in counts.items() if count is not None}
    total = max(1, sum(known.values()))
    rows = [[str(count), str(known[count]), f"{known[count] / total:.4f}"] for count in sorted(known)]
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / f"optima_{semantics}.csv", ("actions", "instances", "share"), rows)
    show_table(("actions", "instances", "share"), rows)
    if counts[None]:
        echo(f"{counts[None]} of {len(read)} are not settled within {states:,} states and left out")
    shares = {row[0]: float(row[2]) for row in rows}
    write_both(folder / f"optima_{semantics}", bars(f"{file.name}: optimal actions ({semantics})", shares, "actions"))
    echo(f"wrote {shown(folder)}")
