"""What was played in an evaluation, loaded again: from the registry, or from the results themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.environments import boundary, get_environment
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.records import SampleRecord, ShotRecord
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.evaluation.store import Store
from boxwright.harness.records import EpisodeRecord

FROM_FILE = "instances"
"""The fact that only what was played from a file has."""


def played_entry(store: Store, workspace: Workspace, box: str) -> Entry:
    """Return what was played as a box. Raises: as load_entry, and BoxwrightError where the results lack its games."""
    restored = _restored(store, box)
    if restored is not None:
        return restored
    if _from_file(store, box):
        raise BoxwrightError(
            f"{store.path.parent}: {box} was played on the games of a file, which these results do not hold; give the "
            "same command once more with --resume, which stores them"
        )
    return load_entry(workspace, box)


def played_episodes(store: Store, name: str) -> list[tuple[str, str, EpisodeRecord]]:
    """Return what `Store.played` does; where no answer could be read, the detail tells how it was played.

    Games of a file that the results do not hold stay as they are. Raises: as `played_entry`.
    """
    records = store.played(name)
    lost = {box for _, box, record in records if any(sample.unread for sample in record.samples)}
    details = {box: _lost_detail(store, box) for box in sorted(lost) if store.kept(box) or not _from_file(store, box)}
    return [(model, box, _told(record, details[box]) if box in details else record) for model, box, record in records]


def _restored(store: Store, box: str) -> Entry | None:
    kept = store.kept(box)
    if kept is None:
        return None
    environment = get_environment(box.split("/")[0])
    with boundary(environment.name, f"restored() of {box}"):
        return environment.restored(box, kept)


def _from_file(store: Store, box: str) -> bool:
    return FROM_FILE in store.settings.get("facts", {}).get(box, {})


def _lost_detail(store: Store, box: str) -> Callable[[SampleRecord], dict[str, Any]]:
    environment, restored = get_environment(box.split("/")[0]), _restored(store, box)
    options = environment.read_options(store.settings.get("options", {}).get(environment.name, {}))

    def detail(sample: SampleRecord) -> dict[str, Any]:
        with boundary(environment.name, f"lost_detail() of {box}"):
            return dict(environment.lost_detail(sample, options, restored))

    return detail


def _told(record: EpisodeRecord, detail: Callable[[SampleRecord], dict[str, Any]]) -> EpisodeRecord:
    samples = [
        sample.model_copy(update={"shots": (*sample.shots[:-1], _with_detail(sample.shots[-1], detail(sample)))})
        if sample.unread
        else sample
        for sample in record.samples
    ]
    return record.model_copy(update={"samples": tuple(samples)})


def _with_detail(shot: ShotRecord, detail: dict[str, Any]) -> ShotRecord:
    return shot.model_copy(update={"detail": detail})
