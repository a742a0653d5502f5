"""Metrics: from episodes to accuracies with intervals, outcomes, and effort. No clock, no model names.

Accuracy of a box is the mean score over its test samples; a family's, and the whole, is the mean over boxes. The 95 %
interval treats boxes as the clusters: mean +- t * sd / sqrt(boxes), with boxes - 1 degrees of freedom, cut at 0 and 1.
Samples lost to infrastructure failures are excluded from all means and counted separately.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boxwright.blackboxes.environment import RIGHT
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.records import OUTCOMES, Record
from boxwright.harness.chat.api import Usage
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord


class Score(Record):
    """What one model did on one box, one family, or all of them."""

    model: str
    scope: str
    """A box's id, a family's name followed by `/*`, or `*`."""
    accuracy: float | None
    """Mean score in [0, 1]; None where nothing could be scored."""
    low: float | None = None
    """95 % interval, clustered by box; None for a single box."""
    high: float | None = None
    partial: float | None = None
    """Mean share right of the parts that the environment counts (`Environment.part`)."""
    outcomes: dict[str, int]
    """Test samples per outcome."""
    replies: int
    """Replies of the player."""
    invalid: int
    """Number of unreadable replies."""
    lost_turns: int
    turns: int = 0
    """Number of answered turns."""
    usage: Usage


def interval(means: Sequence[float]) -> tuple[float, float] | None:
    """Return the 95 % interval of the mean of box means, by Student's t; None for fewer than two."""
    from scipy.stats import t

    n = len(means)
    if n < 2:
        return None
    mean = math.fsum(means) / n
    variance = math.fsum((m - mean) ** 2 for m in means) / (n - 1)
    half = float(t.ppf(0.975, n - 1)) * math.sqrt(variance / n)
    return max(0.0, mean - half), min(1.0, mean + half)


def tests_of(settings: Mapping[str, Any]) -> int:
    """Return how many test samples an episode has: K, or one program."""
    return 1 if settings.get("answers") == "code" else int(settings["samples"])


def scores(records: Iterable[tuple[Key, EpisodeRecord]], models: Sequence[str], samples: int) -> list[Score]:
    """Return the scores of every model per box, per family and over all, in that order.

    `samples` is K: samples that a failed episode never reached are counted as `failed`.
    """
    episodes: dict[str, dict[str, list[EpisodeRecord]]] = {model: {} for model in models}
    for key, record in records:
        episodes.setdefault(key.model, {}).setdefault(key.box, []).append(record)
    result: list[Score] = []
    for model, boxes in episodes.items():
        per_box = {box: _box_score(model, box, boxes[box], samples) for box in sorted(boxes)}
        families = sorted({box.split("/")[0] for box in per_box})
        result += per_box.values()
        result += [
            _together(model, f"{family}/*", [s for b, s in per_box.items() if b.startswith(f"{family}/")])
            for family in families
        ]
        result += [_together(model, "*", list(per_box.values()))] if per_box else []
    return result


def _box_score(model: str, box: str, episodes: Sequence[EpisodeRecord], samples: int) -> Score:
    outcomes = Counter(s.outcome for e in episodes for s in e.samples)
    for episode in episodes:
        if episode.failure:
            outcomes["failed"] += max(0, samples - len(episode.samples))
    scored = [s for e in episodes for s in e.samples if s.outcome != "failed"]
    part = get_environment(box.split("/")[0]).part
    details = [shot.detail for s in scored for shot in s.shots[-1:] if shot.detail.get(part)]
    replies = sum(m.role == "assistant" for e in episodes for c in e.conversations for m in c)
    return Score(
        model=model,
        scope=box,
        accuracy=_mean([s.value for s in scored]),
        partial=_mean([d[part + RIGHT] / d[part] for d in details]),
        outcomes={name: outcomes.get(name, 0) for name in OUTCOMES},
        replies=replies,
        invalid=sum(t.refusals for e in episodes for t in e.turns)
        + sum(stop.refusals for e in episodes for stop in e.stops)
        + sum(shot.refusals for e in episodes for s in e.samples for shot in s.shots),
        lost_turns=sum(bool(t.lost) for e in episodes for t in e.turns),
        turns=sum(not t.lost for e in episodes for t in e.turns),
        usage=sum((e.usage for e in episodes), Usage()),
    )


def _together(model: str, scope: str, parts: Sequence[Score]) -> Score:
    means = [p.accuracy for p in parts if p.accuracy is not None]
    bounds = interval(means)
    return Score(
        model=model,
        scope=scope,
        accuracy=_mean(means),
        low=bounds[0] if bounds else None,
        high=bounds[1] if bounds else None,
        partial=_mean([p.partial for p in parts if p.partial is not None]),
        outcomes={name: sum(p.outcomes[name] for p in parts) for name in OUTCOMES},
        replies=sum(p.replies for p in parts),
        invalid=sum(p.invalid for p in parts),
        lost_turns=sum(p.lost_turns for p in parts),
        turns=sum(p.turns for p in parts),
        usage=sum((p.usage for p in parts), Usage()),
    )


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def as_json(settings: dict[str, Any], all_scores: Sequence[Score]) -> dict[str, Any]:
    """Return the whole result in machine-readable form; equal evaluations give equal values."""
    return {"settings": settings, "scores": [s.model_dump(mode="json") for s in all_scores]}
