"""The game's own figures: accuracy by number of people, the ceiling, and questions against the optimum."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from boxwright.blackboxes.ceiling import ceiling
from boxwright.blackboxes.environment import Table
from boxwright.blackboxes.records import PlayedEpisode, SampleRecord

Row = Mapping[str, Any]


def knights_rows(episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> list[Row]:
    """Return one row per model, id and number of people."""
    played: dict[tuple[str, str, int], list[SampleRecord]] = {}
    for model, box, record in episodes:
        for sample in record.samples:
            if sample.outcome != "failed":
                played.setdefault((model, box, sample.question["people"]), []).append(sample)
    return [
        {"model": model, "id": box, "people": people, **_figures(samples)}
        for (model, box, people), samples in sorted(played.items())
    ]


def _figures(samples: Sequence[SampleRecord]) -> dict[str, Any]:
    details = [shot.detail for sample in samples for shot in sample.shots[-1:] if shot.detail]
    asked = [detail for detail in details if "questions" in detail]
    several = [
        (shot.detail["solutions"], shot.right)
        for sample in samples
        for shot in sample.shots[:1]
        if shot.detail.get("solutions", 1) > 1
    ]
    found = ceiling(several)
    return {
        "samples": len(samples),
        "accuracy": _mean([sample.value for sample in samples]),
        "people_right": _mean([detail["people_right"] / detail["people"] for detail in details]),
        "ceiling": found.share if found else None,
        "luck": found.luck if found else None,
        "questions": _mean([detail["questions"] for detail in asked]),
        "optimum": _mean([detail["optimum"] for detail in asked]),
        "bits": _mean([detail["bits"] for detail in asked]),
    }


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def knights_tables(rows: Sequence[Row]) -> list[Table]:
    """Return the rows as a table per id; columns that an id does not have are left out."""
    names = {
        "people": "people",
        "samples": "samples",
        "accuracy": "all roles right",
        "people_right": "people right",
        "ceiling": "ceiling without having seen it",
        "luck": "chance of so many",
        "questions": "questions",
        "optimum": "optimum",
        "bits": "bits gained",
    }
    found = []
    for box in dict.fromkeys(row["id"] for row in rows):
        own = [row for row in rows if row["id"] == box]
        shown = [name for name in names if any(row[name] is not None for row in own)]
        cells = [[row["model"], *(_cell(name, row[name]) for name in shown)] for row in own]
        found.append(Table(box, ["model", *(names[name] for name in shown)], cells))
    return found


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    if name == "luck":
        return f"{value:.2g}"
    if name in ("accuracy", "people_right", "ceiling"):
        return f"{100 * value:.1f} %"
    return str(value) if isinstance(value, int) else f"{value:.2f}"
