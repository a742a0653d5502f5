"""`kumo people`: the human study: who played, how well and how fast, who counts, and what each is paid."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.commands.kumo.measured import WHOLE, Kind, kinds_of
from boxwright.commands.kumo.tables import show_table, write_both, write_table
from boxwright.commands.kumo.writing import FOLDER
from boxwright.commands.shared import shown
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.reasoning.kumo.play.table import KumoRow
    from boxwright.harness.records import EpisodeRecord

Games = dict[Kind, list[tuple[str, str, "EpisodeRecord"]]]
"""Games by how they were played."""
PERSON = "human/"
RESULTS = click.Path(exists=True, file_okay=False, path_type=Path)
COLUMNS = (
    *("player", "size", "protocol", "books", "games", "success", "actions", "rel_paper", "rel_elimination"),
    *("s per move", "counts", "pay"),
)


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
    several of them, e.g. a set of tasks of five domains, has one row over all that were played alike; other sizes,
    protocols and books have rows of their own. Who counts and what they are paid is decided once, over all games of a
    person, and the pay stands in the first row. The time of a move is that between two replies of a person in one
    episode; the first is not timed. People who do not pass the filter are listed, are paid as if they had not played,
    and do not enter the mean.
    """
    from boxwright.blackboxes.reasoning.kumo.play.table import kumo_rows
    from boxwright.blackboxes.reasoning.kumo.studies.payment import Payment
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import bars

    payment = Payment(pay)
    played, gaps = _played(tuple(dict.fromkeys(results)))
    whole = [row for row in kumo_rows(chain(*played.values())) if row.scope == WHOLE]
    people = {row.model: row for row in whole if row.model.startswith(PERSON)}
    if not people:
        raise BoxwrightError(
            "no person played KUMO there; invite people with `boxwright play kumo/<domain> --invite A,B`"
        )
    refused: dict[str, str] = {}
    paid: dict[str, str] = {}
    for name, person in people.items():
        seconds = [gap for (model, _), some in gaps.items() if model == name for gap in some]
        refused[name] = _refused(person, _pace(seconds), least_games, least_success, least_seconds)
        paid[name] = f"{payment.of(_work(None if refused[name] else person, seconds)):.2f}"
    rows = [(kind, row) for kind, records in played.items() for row in kumo_rows(records) if row.scope == WHOLE]
    rows.sort(key=lambda each: (each[1].model not in people, each[0], -each[1].success, each[1].model))
    cells: list[list[str]] = []
    for kind, row in rows:
        means = (row.success, row.actions, row.relative["paper"], row.relative["elimination"])
        figures = ["" if mean is None else f"{mean:.4f}" for mean in means]
        ends = ["", "", ""]
        if row.model in people:
            pace = _pace(gaps.get((row.model, kind), ()))
            first = all(cell[0] != row.model for cell in cells)
            ends = [
                "" if pace is None else f"{pace:.1f}",
                refused[row.model] or "yes",
                paid[row.model] if first else "",
            ]
        cells.append([row.model, *kind, str(row.games), *figures, *ends])
    show_table(COLUMNS, cells)
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / "people.csv", COLUMNS, cells)
    shares: dict[str, float] = {}
    for kind in played:
        alike = f", {kind.words}" if len(played) > 1 else ""
        kept = [row for k, row in rows if k == kind and row.model in people and not refused[row.model]]
        if kept:
            shares[f"people ({len(kept)}){alike}"] = _say_mean(kept, alike)
        shares |= {f"{row.model}{alike}": row.success for k, row in rows if k == kind and row.model not in people}
    write_both(folder / "people", bars("success of people and models", shares, "player"))
    echo(f"wrote {shown(folder)}")


def _played(folders: Sequence[Path]) -> tuple[Games, dict[tuple[str, Kind | None], list[float]]]:
    """Return the games of all folders by how they were played, and the seconds of moves by player and by the same.

    None is how games are played none of which has ended.
    """
    from boxwright.blackboxes.reasoning.kumo.play.table import kumo_rows
    from boxwright.harness.evaluation.played import played_episodes
    from boxwright.harness.evaluation.store import Store

    played: Games = {}
    gaps: dict[tuple[str, Kind | None], list[float]] = {}
    for folder in folders:
        with closing(Store.open(folder)) as store:
            records, between = played_episodes(store, "kumo"), list(store.gaps("kumo"))
        kinds = kinds_of([row for row in kumo_rows(records) if row.scope == WHOLE])
        for record in records:
            played.setdefault(kinds[record[0], WHOLE], []).append(record)
        for model, seconds in between:
            gaps.setdefault((model, kinds.get((model, WHOLE))), []).append(seconds)
    return dict(sorted(played.items())), gaps


def _say_mean(kept: Sequence[KumoRow], alike: str) -> float:
    """Say the means over the people who count, and return that of their success."""
    success = math.fsum(row.success for row in kept) / len(kept)
    parts = [f"success {success:.3f}"]
    for semantics in ("paper", "elimination"):
        known = [found for row in kept if (found := row.relative[semantics]) is not None]
        parts += [f"rel. {semantics} {statistics.fmean(known):.3f}"] if known else []
    echo(f"{plural(len(kept), 'person counts', 'people count')}{alike}, mean over people: {', '.join(parts)}")
    return success


def _work(row: KumoRow | None, seconds: Sequence[float]) -> dict[str, float]:
    """Return what a person is paid for, by the names in formulas; nothing for who does not count."""
    from boxwright.blackboxes.reasoning.kumo.studies.payment import NAMES

    if row is None:
        return dict.fromkeys(NAMES, 0.0)
    done = (row.games, round(row.success * row.games), row.success, row.actions or 0.0, sum(seconds) / 60)
    return dict(zip(NAMES, done, strict=True))


def _pace(seconds: Sequence[float]) -> float | None:
    return statistics.median(seconds) if seconds else None


def _refused(row: KumoRow, pace: float | None, games: int, success: float, seconds: float) -> str:
    """Return why a person does not count; empty if they do."""
    if row.games < games:
        return f"fewer than {games} games"
    if row.success < success:
        return f"success below {success:g}"
    if pace is not None and pace < seconds:
        return f"faster than {seconds:g} s a move"
    return ""
