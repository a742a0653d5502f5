"""The tables of memorization scores."""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.environment import Table
from boxwright.harness.analysis.memorization import Memorization
from boxwright.harness.analysis.remembering import Remembered
from boxwright.harness.evaluation.pairs import AGAIN
from boxwright.harness.report.tables import percent


def memorization_tables(rows: Sequence[Memorization]) -> list[Table]:
    """One table per model, a row per scope and sort of partner, with intervals; `again` is the baseline itself."""
    columns = ("played", "partner", "pairs", "right", "of partners", "CR", "LiMem", "again", "difference", "skipped")
    tables = []
    for model in dict.fromkeys(row.model for row in rows):
        cells = [_cells(row) for row in rows if row.model == model]
        tables.append(Table(f"memorization of {model} (LiMem, 95 % intervals)", columns, cells))
    return tables


def _cells(row: Memorization) -> list[str]:
    baseline = row.sort == AGAIN
    return [
        row.scope,
        row.sort,
        str(row.pairs),
        percent(row.accuracy),
        percent(row.partner_accuracy),
        percent(row.consistency),
        _within(row.limem, row.low, row.high),
        "–" if baseline else percent(row.baseline),
        "–" if baseline else _within(row.difference, row.difference_low, row.difference_high),
        str(sum(row.skipped.values())),
    ]


def skipped_lines(rows: Sequence[Memorization]) -> list[str]:
    """Say how many instances have no pair, and why."""
    lines = []
    for row in rows:
        for why, count in row.skipped.items() if row.scope.partition("/")[2] not in ("", "*") else ():
            lines.append(f"{row.model}, {row.scope}, {row.sort}: {count} skipped: {why}")
    return lines


def remembering_table(rows: Sequence[Remembered]) -> Table:
    """One row per model and kind of features: how well they tell which instances were only remembered."""
    columns = ("model", "partner", "text", "features", "instances", "consistent", "classes", "AUC (95 %)")
    cells = [
        [
            row.model,
            row.sort,
            row.text,
            row.features,
            str(row.instances),
            str(row.consistent),
            str(row.classes),
            f"{row.auc:.3f} [{row.low:.3f}, {row.high:.3f}]",
        ]
        for row in rows
    ]
    return Table("who remembers what: a classifier on instances outside its folds", columns, cells)


def _within(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return "–"
    around = "" if low is None or high is None else f" [{round(100 * low)}, {round(100 * high)}]"
    return f"{100 * value:.1f} %{around}"
