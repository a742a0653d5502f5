"""`kumo correlate`: KUMO's scores against those of other benchmarks, KUMO's filled in from evaluations."""

from __future__ import annotations

import re
from pathlib import Path

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.kumo.measured import WHOLE, Kind, measured, unlike
from boxwright.commands.kumo.tables import number_of, read_table, show_table, write_both, write_table
from boxwright.commands.kumo.writing import FILE, FOLDER, file_names
from boxwright.commands.shared import shown
from boxwright.terminal import echo

SCORE = "kumo"
COLUMNS = ("score", "benchmark", "models", "r", "p")


@click.command("correlate")
@click.argument("file", type=FILE)
@click.option(
    "--results",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folders of `boxwright eval` or `kumo play`: the success of their models over all domains is a score, "
    "`kumo SIZE`, with `protocol ...` and `books ...` where they are not our own.",
)
@click.option(
    "--score",
    "scores",
    multiple=True,
    help="Columns that the others are correlated with, besides those from --results.  [default: kumo, if there is one]",
)
@click.option("--name", default="model", show_default=True, help="Column of the models' names.")
@click.option("--out", "folder", type=FOLDER, help="Folder for the table as CSV, and a picture per pair (SVG, PDF).")
def correlate_command(
    file: Path, folders: tuple[Path, ...], scores: tuple[str, ...], name: str, folder: Path | None
) -> None:
    """Correlate KUMO scores with other benchmarks (Pearson); FILE is CSV: a model per row, a benchmark per column."""
    from boxwright.blackboxes.reasoning.kumo.studies.pictures import scatter
    from boxwright.blackboxes.reasoning.kumo.studies.statistics import pearson

    scores = tuple(dict.fromkeys(scores)) or (() if folders else (SCORE,))
    rows = read_table(file, (name, *scores))
    _check_models(file, rows, name)
    filled = _measured(folders, taken=tuple(rows[0]))
    others = [column for column in rows[0] if column not in (*scores, name)]
    benchmarks = [column for column in others if not _holds_words(rows, column)]
    for column in (column for column in others if column not in benchmarks):
        echo(f"left out: column {column!r} holds words and no number", err=True)
    if not benchmarks:
        raise BoxwrightError(f"{file}:1: has no column of another benchmark; add one with its scores")
    known = {column: _column(file, rows, name, column) for column in (*scores, *benchmarks)}
    table: list[list[str]] = []
    pictures, lacking = {}, []
    listed = {row[name].strip() for row in rows}
    for score, values in filled.items():
        if unlisted := [model for model in values if model not in listed]:
            echo(f"left out of {score!r}: {', '.join(unlisted)}; {file} has no line for them", err=True)
    for score, values in {**{column: known[column] for column in scores}, **filled}.items():
        for column in benchmarks:
            points = {model: (x, known[column][model]) for model, x in values.items() if model in known[column]}
            try:
                found = pearson(list(points.values()))
            except BoxwrightError as error:
                lacking.append(f"{file}, {score!r} and {column!r}: {error}")
                continue
            table.append([score, column, str(found.count), f"{found.r:.4f}", f"{found.p:.3g}"])
            pictures[f"{score} {column}"] = scatter(f"{score} and {column}", points, score, column)
    if not table:
        raise BoxwrightError(lacking[0])
    show_table(COLUMNS, table)
    for why in lacking:
        echo(f"left out: {why}", err=True)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        write_table(folder / "correlations.csv", COLUMNS, table)
        for pair, plain in file_names(pictures).items():
            write_both(folder / plain, pictures[pair])
        echo(f"wrote {shown(folder)}")


def _measured(folders: tuple[Path, ...], taken: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Return per score (`kumo SIZE`) each model's success over all domains. Raises: BoxwrightError."""
    found: dict[str, dict[str, float]] = {}
    for kind, (rows, _) in measured(folders).items():
        score = _score_name(kind)
        if why := unlike(rows):
            echo(f"{score}: {why}", err=True)
        found[score] = {row.model: row.success for row in rows if row.scope == WHOLE}
    if clash := sorted(set(found) & set(taken)):
        raise BoxwrightError(f"the file has a column {clash[0]!r}, which --results fills; rename it")
    return found


def _score_name(kind: Kind) -> str:
    """Name a way of playing; no two share a name, and what is usual goes without saying."""
    named = (("protocol", kind.protocol), ("books", kind.book))
    return " ".join([SCORE, kind.size, *(f"{n} {part}" for n, part in named if part not in ("own", "template", "–"))])


def _holds_words(rows: list[dict[str, str]], column: str) -> bool:
    """Whether no filled cell of a column begins as a number does, or all hold a size such as 4/6."""
    cells = [row[column].strip() for row in rows if row[column].strip()]
    return bool(cells) and (
        all("/" in cell for cell in cells) or not any(re.match(r"[-+.]?\d", cell) for cell in cells)
    )


def _column(file: Path, rows: list[dict[str, str]], name: str, column: str) -> dict[str, float]:
    """Return a column's numbers by model; models with an empty cell are left out. Raises: BoxwrightError."""
    numbered = enumerate(rows, start=2)
    return {row[name].strip(): number_of(file, n, row, column) for n, row in numbered if row[column].strip()}


def _check_models(file: Path, rows: list[dict[str, str]], name: str) -> None:
    """Refuse a model without a name or with two rows. Raises: BoxwrightError naming the line."""
    lines: dict[str, int] = {}
    for number, row in enumerate(rows, start=2):
        model = row[name].strip()
        if not model:
            raise BoxwrightError(f"{file}:{number}: column {name!r} is empty; write the model's name")
        if model in lines:
            raise BoxwrightError(f"{file}:{number}: {model!r} is in line {lines[model]} too; keep one row a model")
        lines[model] = number
