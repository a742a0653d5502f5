"""`kumo people`: the human study: who played, how well and how fast, who counts, and what each is paid."""

from __future__ import annotations

import math
import statistics
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.kumo.measured import WHOLE
from boxwright.commands.kumo.tables import show_table, write_both, write_table
from boxwright.commands.kumo.writing import FOLDER
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.play.table import KumoRow
    from boxwright.harness.records import EpisodeRecord

PERSON = "human/"
RESULTS = click.Path(exists=True, file_okay=False, path_type=Path)
COLUMNS = ("player", "games", "success", "actions", "rel_paper", "rel_elimination", "s per move", "counts", "pay")


@click.command("people")
@click.argument("results", nargs=-1, required=True, type=RESULTS)
@click.option("--least-games", type=click.IntRange(min=0), default=0, show_default=True, help="Fewer do not count.")
@click.option(
    "--least-success", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Less does not count."
)
@click.option(
    "--least-seconds",
    type=click.FloatRange(0),
    default=0.0,
    show_default=True,
    help="Median per move; who is faster does not count.",
)
@click.option(
    "--pay",
    metavar="FORMULA",
    default="0,0,0",
    show_default=True,
    help="Payment: BASE,GAME,RIGHT (so much per game and per right answer), or arithmetic with the names games, right, "
    "success, actions, minutes, and min, max, floor, ceil.",
)
@click.option("--out", "folder", type=FOLDER, required=True, help="Folder for the table as CSV, and for the picture.")
def people_command(
    results: tuple[Path, ...], least_games: int, least_success: float, least_seconds: float, pay: str, folder: Path
) -> None:
    """Show how people played KUMO beside models: success, relative action counts, time per move, payment.

    RESULTS are folders of `boxwright play` (people are stored as human/NAME), `kumo play` and `eval`; who played in
    several of them, e.g. a set of tasks of five domains, has one row over all and is paid once. The time of a move is
    that between two replies of a person in one episode; the first is not timed. People who do not pass the filter are
    listed, are paid as if they had not played, and do not enter the mean.
    """
    from boxwright.blackboxes.reasoning.kumo.play.table import kumo_rows
    from boxwright.blackboxes.reasoning.kumo.studies.payment import NAMES, Payment
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars
    from boxwright.harness.evaluation.store import Store

    payment = Payment(pay)
    played: list[tuple[str, str, EpisodeRecord]] = []
    gaps: dict[str, list[float]] = {}
    for path in dict.fromkeys(results):
        with closing(Store.open(path)) as store:
            played += store.played("kumo")
            for model, seconds in store.gaps("kumo"):
                gaps.setdefault(model, []).append(seconds)
    rows = [row for row in kumo_rows(played) if row.scope == WHOLE]
    if not any(row.model.startswith(PERSON) for row in rows):
        raise BoxwrightError(
            "no person played KUMO there; invite people with `boxwright play kumo/<domain> --invite A,B`"
        )
    cells, kept = [], []
    for row in sorted(rows, key=lambda row: (not row.model.startswith(PERSON), -row.success, row.model)):
        pace = statistics.median(gaps[row.model]) if row.model in gaps else None
        person = row.model.startswith(PERSON)
        why = _refused(row, pace, least_games, least_success, least_seconds) if person else ""
        if person and not why:
            kept.append(row)
        right, minutes = round(row.success * row.games), sum(gaps.get(row.model, ())) / 60
        done = dict(zip(NAMES, (row.games, right, row.success, row.actions or 0.0, minutes), strict=True))
        paid = payment.of(dict.fromkeys(NAMES, 0.0) if why else done) if person else 0.0
        means = (row.success, row.actions, row.relative["paper"], row.relative["elimination"])
        figures = ["" if mean is None else f"{mean:.4f}" for mean in means]
        ends = [
            f"{pace:.1f}" if person and pace is not None else "",
            (why or "yes") if person else "",
            f"{paid:.2f}" if person else "",
        ]
        cells.append([row.model, str(row.games), *figures, *ends])
    show_table(COLUMNS, cells)
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / "people.csv", COLUMNS, cells)
    shares = {row.model: row.success for row in rows if not row.model.startswith(PERSON)}
    if kept:
        shares = {f"people ({len(kept)})": math.fsum(row.success for row in kept) / len(kept), **shares}
        parts = [f"success {shares[f'people ({len(kept)})']:.3f}"]
        for semantics in ("paper", "elimination"):
            known = [found for row in kept if (found := row.relative[semantics]) is not None]
            parts += [f"rel. {semantics} {statistics.fmean(known):.3f}"] if known else []
        echo(f"{plural(len(kept), 'person counts', 'people count')}, mean over people: {', '.join(parts)}")
    write_both(folder / "people", bars("success of people and models", shares, "player"))
    echo(f"wrote {shown(folder)}")


def _refused(row: KumoRow, pace: float | None, games: int, success: float, seconds: float) -> str:
    """Return why a person does not count; empty if they do."""
    if row.games < games:
        return f"fewer than {games} games"
    if row.success < success:
        return f"success below {success:g}"
    if pace is not None and pace < seconds:
        return f"faster than {seconds:g} s a move"
    return ""
