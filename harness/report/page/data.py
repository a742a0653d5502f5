"""What the page's script computes from when filters are set: a row for each box of each column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.records import OUTCOMES
from boxwright.harness.analysis.calibration import bins_by_box
from boxwright.harness.analysis.memorization import only_bases
from boxwright.harness.evaluation.store import Store
from boxwright.harness.report import figures
from boxwright.harness.report.loaded import Run


def page_data(stores: Sequence[Store], runs: Sequence[Run]) -> dict[str, Any]:
    """Return what the script reads; columns, boxes and runs are named by their number from then on."""
    boxes = sorted({score.scope for run in runs for score in run.scores if not score.scope.endswith("*")})
    places = {box: number for number, box in enumerate(boxes)}
    shown = [(index, run, model) for index, run in enumerate(runs) for model in run.models]
    columns = {(index, model): number for number, (index, _, model) in enumerate(shown)}
    return {
        "runs": [run.settings["runs"] for run in runs],
        "columns": [
            [index, model, model if len(runs) == 1 else f"{model} {run.label}", _open(run, model, places)]
            for index, run, model in shown
        ],
        "boxes": boxes,
        "given": sorted({name for box in boxes if get_environment(name := box.split("/")[0]).boxes_given}),
        "rows": [[columns[index, model], *row] for index, run, model in shown for row in _rows(run, model, places)],
        "stated": [
            [columns[index, model], places[box], bin.answers, *map(_short, (bin.stated, bin.right, bin.low, bin.high))]
            for index, (store, run) in enumerate(zip(stores, runs, strict=True))
            for model, box, bin in (bins_by_box(only_bases(store.records())) if run.calibration else ())
        ],
        "outcomes": OUTCOMES,
        "outcome_colours": [figures.OUTCOME_COLOURS[name] for name in OUTCOMES],
        "colours": figures.COLOURS,
    }


def _open(run: Run, model: str, places: dict[str, int]) -> list[int]:
    """Return the boxes that a model is still to play: no mean over them is whole."""
    return [places[box] for box in run.state.open.get(model, ()) if box in places]


def _rows(run: Run, model: str, places: dict[str, int]) -> Iterator[list[Any]]:
    """Yield [box, mean, interval, test samples by outcome, answered turns, tokens, dollars, draws] of each box."""
    for score in run.scores:
        if score.model != model or score.scope not in places:
            continue
        cost = run.cost(score)
        yield [
            places[score.scope],
            *map(_short, (score.accuracy, score.low, score.high)),
            [score.outcomes[name] for name in OUTCOMES],
            score.turns,
            score.usage.total,
            _short(None if cost is None else float(cost)),
            _short(score.draws),
        ]


def _short(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
