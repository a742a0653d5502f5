"""Writing the page: text, figures, boxes, and the episodes turn by turn, which lie beside it where they are many."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from importlib.resources import files
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from boxwright.blackboxes.environment import Table
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import file_replaced, write_atomically
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.records import OUTCOMES
from boxwright.blackboxes.types import Gain
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.evaluation.store import Key, Store
from boxwright.harness.report import figures
from boxwright.harness.report.detailed import detailed_tables
from boxwright.harness.report.loaded import Run, comparisons
from boxwright.harness.report.own import own_tables
from boxwright.harness.report.page.content import EpisodePage, box_pages, episode_page
from boxwright.harness.report.page.data import page_data
from boxwright.harness.report.tables import (
    calibration_tables,
    comparison_table,
    exploration_table,
    explored_tables,
    money,
    percent,
    small_lines,
    title,
)

LARGEST = 20_000_000
"""Bytes of transcripts that the page holds itself; more lie in a folder beside it."""
STYLE = "page.css"
CAPTIONS = {
    "accuracy_turns": "Accuracy against the turns that were used.",
    "accuracy_tokens": "Accuracy against tokens.",
    "accuracy_cost": "Accuracy against cost.",
    "calibration": "Stated confidence against how often answers were right.",
    "outcomes": "What became of the test samples.",
}
"""The figures that the page shows; leaderboard and heat map are tables there."""


def write_page(folders: Sequence[Path], runs: Sequence[Run], out: Path, place: Workspace) -> Path | None:
    """Write the page of these runs; return the folder of transcripts if they lie beside it. Raises: BoxwrightError."""
    if not out.parent.is_dir():
        raise BoxwrightError(f"{out.parent}: there is no such folder to write {out.name} to; make it first")
    boxes = box_pages(runs, place)
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(Store.open(folder))) for folder in folders]
        size = sum(store.size() for store in stores)
        beside = out.with_name(f"{out.stem}_episodes") if size > LARGEST else None
        told = _episodes(stores, runs)
        shown = groupby(_written_beside(told, beside) if beside else told, lambda e: (e.run, e.key.model, e.key.box))
        stream = (
            _pages()
            .get_template("page.html.j2")
            .stream(
                **_said(runs),
                data=_json(page_data(stores, runs)),
                own=_named(runs, lambda run: chain(*own_tables(stores[runs.index(run)], run).values())),
                details=_named(runs, lambda run: detailed_tables(stores[runs.index(run)], run, place)),
                boxes=boxes,
                groups=shown,
                beside=beside and beside.name,
            )
        )
        stream.enable_buffering(50)
        with file_replaced(out) as part:
            stream.dump(str(part), encoding="utf-8")
    return beside


def _pages() -> Environment:
    from jinja2 import FunctionLoader

    folder = files("boxwright.harness.report.page")
    pages = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FunctionLoader(lambda name: folder.joinpath(name).read_text("utf-8")),
    )
    pages.filters |= {"plural": plural, "percent": percent}
    return pages


def _said(runs: Sequence[Run]) -> dict[str, Any]:
    """Return everything on the page but boxes and episodes."""
    drawn = figures.in_page(runs)
    compared = comparisons(runs)
    return {
        "title": "Boxwright: " + ", ".join(title(run.settings) for run in runs),
        "runs": [_run(run) for run in runs],
        "leaders": _leaders(runs),
        "heat": _heat(runs),
        "figures": [(name, drawn[name], text) for name, text in CAPTIONS.items() if name in drawn],
        "stated": _named(runs, lambda run: calibration_tables(run.calibration)),
        "bits": _named(runs, lambda run: explored_tables(run.explorations)),
        "crossed": list(_crossed(runs)),
        "compared": comparison_table(compared) if compared else None,
        "outcomes": OUTCOMES,
    }


def _named(runs: Sequence[Run], tables: Callable[[Run], Iterable[Table]]) -> list[Table]:
    """Return tables of each run, with its name where there are several."""
    told = [(run, table) for run in runs for table in tables(run)]
    return [table if len(runs) == 1 else replace(table, title=f"{run.label}: {table.title}") for run, table in told]


def _run(run: Run) -> dict[str, Any]:
    return {
        "label": run.label,
        "title": title(run.settings),
        "state": run.state,
        "small": small_lines(run.settings),
        "boxwright": run.settings.get("boxwright", "of an earlier version"),
        "specs": run.settings.get("specs", {}),
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _columns(runs: Sequence[Run]) -> dict[tuple[str, str], int]:
    """Return the number of each column on the page by run and model."""
    return {pair: number for number, pair in enumerate((run.label, model) for run in runs for model in run.models)}


def _crossed(runs: Sequence[Run]) -> Iterator[dict[str, Any]]:
    """Yield the tables of explorers and reasoners; each of their figures is a column of the page."""
    columns = _columns(runs)
    for run in runs:
        table = exploration_table(run.settings, run.scores)
        if table is None:
            continue
        names = {tuple(pair): name for name, pair in run.settings["explorations"]["columns"].items()}
        rows = [
            (
                row[0],
                row[1],
                [
                    (columns.get((run.label, names.get((reasoner, row[0]), ""))), text)
                    for reasoner, text in zip(table.columns[2:], row[2:], strict=True)
                ],
            )
            for row in table.rows
        ]
        yield {"columns": table.columns, "rows": rows}


def _leaders(runs: Sequence[Run]) -> list[dict[str, Any]]:
    columns = _columns(runs)
    found = [
        {
            "column": columns[run.label, score.model],
            "run": run.label,
            "model": score.model,
            "score": score,
            "boxes": len(run.boxes(score.model)),
            "cost": money(run.cost(score)),
            "bar": 100 * (score.accuracy or 0.0),
        }
        for run in runs
        for score in run.scores
        if score.scope == "*"
    ]
    return sorted(found, key=lambda row: (-row["bar"], row["model"], row["run"]))


def _heat(runs: Sequence[Run]) -> dict[str, Any]:
    shown = [(run, model) for run in runs for model in run.models]
    means = {(run.label, model): run.boxes(model) for run, model in shown}
    boxes = sorted({box for found in means.values() for box in found})
    names = [(n, model if len(runs) == 1 else f"{model} {run.label}") for n, (run, model) in enumerate(shown)]
    rows = [(box, box.split("/")[0], [means[run.label, model].get(box) for run, model in shown]) for box in boxes]
    return {"columns": names, "rows": rows}


def _episodes(stores: Sequence[Store], runs: Sequence[Run]) -> Iterator[EpisodePage]:
    number = 0
    for store, run in zip(stores, runs, strict=True):
        told: dict[Key, dict[tuple[int, int], Gain]] = {}
        for key, chapter, gains in run.explorations:
            told.setdefault(key, {}).update({(chapter, turn): gain for turn, gain in gains})
        for key, record in store.records():
            number += 1
            yield episode_page(number, run, key, record, told.get(key, {}))


def _written_beside(episodes: Iterator[EpisodePage], folder: Path) -> Iterator[EpisodePage]:
    """Write each episode to a file of its own, as the page comes to it. Raises: BoxwrightError."""
    _clear(folder)
    template = _pages().get_template("episode.html.j2")
    write_atomically(folder / STYLE, files("boxwright.harness.report.page").joinpath(STYLE).read_text("utf-8"))
    for episode in episodes:
        write_atomically(folder / f"{episode.anchor}.html", template.render(episode=episode))
        yield episode


def _clear(folder: Path) -> None:
    """Make an empty folder, in the place of an earlier one of ours. Raises: BoxwrightError."""
    try:
        foreign = [p.name for p in folder.iterdir() if p.name != STYLE and not p.match("episode-*.html")]
    except FileNotFoundError:
        foreign = []
    except NotADirectoryError:
        foreign = [folder.name]
    if foreign:
        raise BoxwrightError(
            f"{folder}: holds {foreign[0]}, and the transcripts would take its place; give another --html"
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
