"""The tables of `report --details`: rates, runs and effort, and scores by difficulty and by tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.environment import Table
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.analysis.details import Detail, details, grouped
from boxwright.harness.analysis.memorization import only_bases
from boxwright.harness.analysis.metrics import tests_of
from boxwright.harness.evaluation.store import Store
from boxwright.harness.report.loaded import Run
from boxwright.harness.report.tables import detail_tables, group_table


def run_details(store: Store, run: Run) -> list[Detail]:
    """Return what the accuracies of a run do not tell, of each model."""
    return details(only_bases(store.records()), run.models, store.seconds(), partial(tests_of, run.settings))


def detailed_tables(store: Store, run: Run, place: Workspace) -> Iterator[Table]:
    """Yield the tables of one run."""
    yield from detail_tables(run_details(store, run), run.costs(), len(run.settings["boxes"]) * run.settings["runs"])
    difficulties, tags = labels_of(run.settings["boxes"], place)
    for name, labels in (("by difficulty", difficulties), ("by tag", tags)):
        found = [group for model in run.models for group in grouped(model, run.boxes(model), labels)]
        if len({group.label for group in found}) > 1:
            yield group_table(f"accuracy {name}", found)


def labels_of(boxes: Sequence[str], place: Workspace) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return each box's difficulty and its tags, as they are registered now; boxes that are not here have none."""
    difficulties: dict[str, list[str]] = {}
    tags: dict[str, list[str]] = {}
    for box in boxes:
        try:
            entry = load_entry(place, box)
        except BoxwrightError:
            continue
        difficulties[box] = [entry.difficulty] if entry.difficulty else []
        tags[box] = list(entry.description.front.tags) if isinstance(entry, Accepted) else []
    return difficulties, tags
