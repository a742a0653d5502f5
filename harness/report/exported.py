"""A report as tables for other programs: scores, differences, episodes and samples."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from boxwright.blackboxes.files import file_replaced, write_atomically
from boxwright.harness.analysis.information import explored
from boxwright.harness.evaluation.store import Store
from boxwright.harness.report.detailed import run_details
from boxwright.harness.report.loaded import Run, comparisons
from boxwright.harness.report.own import flat_rows, own_tables
from boxwright.harness.report.printing import as_latex
from boxwright.harness.report.tables import accuracy_table, comparison_table, explored_tables, outcome_table, title

Row = Mapping[str, Any]
Parquet = Callable[[Path, Iterable[Row]], int]
"""Writes rows as Parquet."""


def write_tables(stores: Sequence[Store], runs: Sequence[Run], folder: Path, parquet: Parquet | None) -> list[Path]:
    """Write `scores`, `comparisons`, `episodes` and `samples` as CSV and Parquet, and the report's tables as LaTeX.

    What queries told goes to `bits`, a row per model and box, and to `gains`, a row per query; what an environment
    reports of its own, to a table with its name. A table without rows is left out, and so is Parquet without what
    writes it. Return the files.
    Raises: BoxwrightError, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables: dict[str, Callable[[], Iterator[Row]]] = {
        "scores": lambda: _scores(runs),
        "comparisons": lambda: (c.model_dump(mode="json") for c in comparisons(runs)),
        "episodes": lambda: _of_stores(stores, runs, Store.episode_rows),
        "details": lambda: _details(stores, runs),
        "samples": lambda: _of_stores(stores, runs, Store.sample_rows),
        "bits": lambda: _bits(runs),
        "gains": lambda: _gains(runs),
        **_own(stores, runs),
    }
    written = []
    for name, rows in tables.items():
        if next(rows(), None) is None:
            continue
        written.append(folder / f"{name}.csv")
        with file_replaced(written[-1]) as part:
            _write_csv(part, rows())
        if parquet is not None:
            written.append(folder / f"{name}.parquet")
            with file_replaced(written[-1]) as part:
                parquet(part, rows())
    return [*written, *_write_latex(stores, runs, folder)]


def _write_latex(stores: Sequence[Store], runs: Sequence[Run], folder: Path) -> list[Path]:
    made = {}
    for store, run in zip(stores, runs, strict=True):
        ending = "" if len(runs) == 1 else "_" + "".join(c if c.isalnum() else "_" for c in run.label)
        made[f"accuracy{ending}"] = accuracy_table(title(run.settings), run.scores)
        made[f"outcomes{ending}"] = outcome_table(run.scores, run.costs())
        for name, table in zip(("bits", "bits_by_box"), explored_tables(run.explorations), strict=False):
            made[f"{name}{ending}"] = table
        for name, own in own_tables(store, run).items():
            made |= {f"{name}_{number}{ending}": table for number, table in enumerate(own, start=1)}
    if compared := comparisons(runs):
        made["comparisons"] = comparison_table(compared)
    for name, table in made.items():
        write_atomically(folder / f"{name}.tex", as_latex(table))
    return [folder / f"{name}.tex" for name in made]


def _write_csv(path: Path, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer: csv.DictWriter[str] | None = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)


def _scores(runs: Sequence[Run]) -> Iterator[Row]:
    for run in runs:
        for score in run.scores:
            row = score.model_dump(mode="json", exclude={"usage", "outcomes"})
            usage = score.usage.model_dump(mode="json")
            cost = run.cost(score)
            yield {"run": run.label, **row, **score.outcomes, **usage, "dollars": None if cost is None else float(cost)}


def _details(stores: Sequence[Store], runs: Sequence[Run]) -> Iterator[Row]:
    for store, run in zip(stores, runs, strict=True):
        for detail in run_details(store, run):
            row = detail.model_dump(mode="json", exclude={"rates", "runs", "usage"})
            shares = {f"share_{name}": share for name, share in detail.rates.items()}
            used = {f"{name}_an_episode": value for name, value in detail.usage.model_dump(mode="json").items()}
            yield {"run": run.label, **row, **shares, **used, "runs": " ".join(map(str, detail.runs))}


def _bits(runs: Sequence[Run]) -> Iterator[Row]:
    for run in runs:
        for e in explored(run.explorations, by_box=True):
            counted = e.model_dump(mode="json", exclude={"model", "environment", "boxes"})
            yield {"run": run.label, "model": e.model, "box": e.environment, **counted, "known_as": e.kind}


def _gains(runs: Sequence[Run]) -> Iterator[Row]:
    for run in runs:
        for key, chapter, gains in run.explorations:
            named = {"report_run": run.label, "model": key.model, "box": key.box, "run": key.run, "chapter": chapter}
            for turn, gain in gains:
                # `most` is exact where `reached` is it, too
                reached = gain.most if gain.reached is None else gain.reached
                told = {"bits": gain.bits, "expected": gain.expected, "reached": reached, "most": gain.most}
                yield {**named, "turn": turn, **{name: float(value) for name, value in told.items()}}


def _own(stores: Sequence[Store], runs: Sequence[Run]) -> dict[str, Callable[[], Iterator[Row]]]:
    found: dict[str, list[Row]] = {}
    for store, run in zip(stores, runs, strict=True):
        for name, rows in flat_rows(store).items():
            found.setdefault(name, []).extend({"run": run.label, **row} for row in rows)
    return {name: partial(iter, rows) for name, rows in found.items()}


def _of_stores(
    stores: Sequence[Store], runs: Sequence[Run], rows: Callable[[Store], Iterator[dict[str, Any]]]
) -> Iterator[Row]:
    for store, run in zip(stores, runs, strict=True):
        for row in rows(store):
            yield {"report_run": run.label, **row}
