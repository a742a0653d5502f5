"""The game's own figures: the exact set of letters and F1, by level, type and language; queries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from boxwright.blackboxes.environment import Table
from boxwright.blackboxes.records import PlayedEpisode, SampleRecord

Row = Mapping[str, Any]
SPLITS = ("level", "type", "language", "scenario")
"""What samples are split by, one after the other."""


def knowlogic_rows(episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> list[Row]:
    """Return one row per model and value of each split, over all domains; failed samples are in none."""
    played: dict[tuple[str, str, str], list[SampleRecord]] = {}
    for model, _, record in episodes:
        for sample in record.samples:
            if sample.outcome != "failed":
                for split in SPLITS:
                    played.setdefault((model, split, str(sample.question[split])), []).append(sample)
    return [
        {"model": model, "by": split, "value": value, **_figures(samples)}
        for (model, split, value), samples in sorted(played.items(), key=_order)
    ]


def _order(item: tuple[tuple[str, str, str], object]) -> tuple[str, int, int, str]:
    (model, split, value), _ = item
    levels = ("easy", "medium", "hard")
    return model, SPLITS.index(split), levels.index(value) if value in levels else 0, value


def _figures(samples: Sequence[SampleRecord]) -> dict[str, Any]:
    details = [shot.detail for sample in samples for shot in sample.shots[-1:] if "f1" in shot.detail]
    asked = [detail for detail in details if "queries" in detail]
    return {
        "samples": len(samples),
        "accuracy": _mean([sample.value for sample in samples]),
        "f1": math.fsum(detail["f1"] for detail in details) / len(samples),
        "queries": _mean([detail["queries"] for detail in asked]),
        "fewest": _mean([high for detail in asked for high in detail["fewest_bounds"][1:] if high is not None]),
        "decided": _mean([float(detail["decided"]) for detail in asked]),
    }


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def knowlogic_tables(rows: Sequence[Row]) -> list[Table]:
    """Return the rows as a table per split."""
    names = {"samples": "samples", "accuracy": "right letters", "f1": "F1"}
    if any(row["queries"] is not None for row in rows):
        names |= {"queries": "queries", "fewest": "fewest (at most)", "decided": "decided by the answers"}
    found = []
    for split in SPLITS:
        own = [row for row in rows if row["by"] == split]
        cells = [[row["model"], row["value"], *(_cell(name, row[name]) for name in names)] for row in own]
        found.append(Table(f"knowlogic by {split}", ["model", split, *names.values()], cells))
    return found if rows else []


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    if name in ("queries", "fewest"):
        return f"{value:.1f}"
    return str(value) if name == "samples" else f"{value:.1%}".replace("%", " %")
