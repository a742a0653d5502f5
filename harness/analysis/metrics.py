"""Metrics: from episodes to accuracies with intervals, outcomes, and effort. No clock, no model names.

Accuracy of a box is the mean score over its test samples; a family's, and the whole, is the mean over boxes. The 95 %
intervals are clustered (`intervals.py`): the units are conversations for a box (an episode has one, or one for each
instance; the same instance in several runs is one unit), boxes for a family, and boxes or families, whichever tells
of more variation, for the whole. Where boxes are given (`Environment.boxes_given`), they are conversations for a
family, too.
Samples lost to infrastructure failures are excluded from all means and counted separately.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from boxwright.blackboxes.environment import RIGHT
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.records import OUTCOMES, Record, SampleRecord
from boxwright.harness.analysis.intervals import Interval, draws_of, interval, interval_of_given
from boxwright.harness.chat.api import Usage
from boxwright.harness.evaluation.budgets import FamilyBudget, budget_for
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import values


class Score(Record):
    """What one model did on one box, one family, or all of them."""

    model: str
    scope: str
    """A box's id, a family's name followed by `/*`, or `*`."""
    accuracy: float | None
    """Mean score in [0, 1]; None where nothing could be scored."""
    low: float | None = None
    """95 % interval, clustered by episode, box or family."""
    high: float | None = None
    method: str = ""
    """How the interval was made (`intervals.Interval.method`)."""
    draws: float | None = None
    """As how many independent games its interval counts; of boxes only."""
    untruncated: float | None = None
    """The accuracy without samples whose reply was cut off or refused by the provider."""
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


def tests_of(settings: Mapping[str, Any], box: str = "") -> int:
    """Return how many test samples an episode of a box has: K, or one program."""
    own = budget_for({name: FamilyBudget.model_validate(b) for name, b in settings.get("budgets", {}).items()}, box)
    return 1 if (own.answers or settings.get("answers")) == "code" else int(own.samples or settings["samples"])


class Scored(Protocol):
    """An episode with its test samples so far: its record, or the episode itself while it is played."""

    @property
    def samples(self) -> Sequence[SampleRecord]: ...  # noqa: D102

    @property
    def failure(self) -> str: ...  # noqa: D102


def episode_score(record: Scored) -> float | None:
    """Return the mean value of an episode's test samples, in [0, 1]; None where nothing could be scored."""
    return _mean([sample.value for sample in record.samples if sample.outcome != "failed"])


def episode_outcomes(record: Scored, samples: int) -> dict[str, int]:
    """Return an episode's test samples per outcome; those that a failed episode never reached are `failed`."""
    counted = Counter(sample.outcome for sample in record.samples)
    if record.failure:
        counted["failed"] += max(0, samples - len(record.samples))
    return {name: counted.get(name, 0) for name in OUTCOMES}


def scores(
    records: Iterable[tuple[Key, EpisodeRecord]], models: Sequence[str], samples: int | Callable[[str], int]
) -> list[Score]:
    """Return the scores of every model per box, per family and over all, in that order.

    `samples` is K, of each box where it differs: samples that a failed episode never reached are counted as `failed`.
    """
    tallies: dict[str, dict[str, _Tally]] = {model: {} for model in models}
    for key, record in records:
        boxes = tallies.setdefault(key.model, {})
        if key.box not in boxes:
            boxes[key.box] = _Tally(key.box)
        boxes[key.box].add(record, samples if isinstance(samples, int) else samples(key.box))
    result: list[Score] = []
    for model, boxes in tallies.items():
        per_box = {box: boxes[box].score(model) for box in sorted(boxes)}
        families = sorted({box.split("/")[0] for box in per_box})
        result += per_box.values()
        result += [
            _together(model, f"{family}/*", [s for b, s in per_box.items() if b.startswith(f"{family}/")])
            for family in families
        ]
        result += [_together(model, "*", list(per_box.values()))] if per_box else []
    return result


class _Tally:
    """What one model did on one box, counted episode by episode: thousands of them do not fit into memory."""

    def __init__(self, box: str) -> None:
        self._box = box
        self._part = get_environment(box.split("/")[0]).part
        self._outcomes: Counter[str] = Counter()
        self._values: list[float] = []
        self._uncut: list[float] = []
        self._units: dict[str, list[float]] = {}
        self._partial: list[float] = []
        self._replies = self._invalid = self._lost = self._turns = 0
        self._usage = Usage()

    def add(self, episode: EpisodeRecord, samples: int) -> None:
        """Count one more episode of `samples` test samples."""
        self._outcomes.update(episode_outcomes(episode, samples))
        scored = [sample for sample in episode.samples if sample.outcome != "failed"]
        details = [shot.detail for sample in scored for shot in sample.shots[-1:] if shot.detail.get(self._part)]
        self._values += [sample.value for sample in scored]
        self._uncut += [sample.value for sample in scored if sample.outcome != "cut"]
        for chapter in sorted({sample.chapter for sample in scored}):
            held = [sample for sample in scored if sample.chapter == chapter]
            self._units.setdefault(self._unit(episode, held), []).append(math.fsum(s.value for s in held) / len(held))
        self._partial += [detail[self._part + RIGHT] / detail[self._part] for detail in details]
        self._replies += sum(m.role == "assistant" for said in episode.conversations for m in said)
        self._invalid += sum(turn.refusals for turn in episode.turns)
        self._invalid += sum(stop.refusals for stop in episode.stops)
        self._invalid += sum(shot.refusals for sample in episode.samples for shot in sample.shots)
        self._lost += sum(bool(turn.lost) for turn in episode.turns)
        self._turns += sum(not turn.lost for turn in episode.turns)
        self._usage += episode.usage

    def _unit(self, episode: EpisodeRecord, held: Sequence[SampleRecord]) -> str:
        """Return what names a conversation's unit: its questions where each instance has a conversation of its own."""
        if len({sample.chapter for sample in episode.samples}) == 1:
            return f"conversation {len(self._units)}"
        return values.dumps([sample.question for sample in held])

    def score(self, model: str) -> Score:
        """Return what was counted."""
        units = self._units.values()
        means, weights = [math.fsum(u) / len(u) for u in units], [float(len(u)) for u in units]
        found = interval(means, weights=weights)
        return Score(
            model=model,
            scope=self._box,
            accuracy=_mean(self._values),
            low=found.low if found else None,
            high=found.high if found else None,
            method=found.method if found else "",
            draws=draws_of(means, weights) if means else None,
            untruncated=_mean(self._uncut),
            partial=_mean(self._partial),
            outcomes={name: self._outcomes.get(name, 0) for name in OUTCOMES},
            replies=self._replies,
            invalid=self._invalid,
            lost_turns=self._lost,
            turns=self._turns,
            usage=self._usage,
        )


def _together(model: str, scope: str, parts: Sequence[Score]) -> Score:
    scored = [(p.scope.split("/")[0], p.accuracy) for p in parts if p.accuracy is not None]
    means = [mean for _, mean in scored]
    draws = [part.draws for part in parts if part.draws is not None]
    if scored and all(get_environment(family).boxes_given for family, _ in scored):
        found: Interval | None = interval_of_given(means, draws)
    else:
        found = interval(means, [family for family, _ in scored])
    if len(parts) == 1 and found is not None:  # a single box: its own interval
        found = Interval(parts[0].low or 0.0, 1.0 if parts[0].high is None else parts[0].high, found.method)
    return Score(
        model=model,
        scope=scope,
        accuracy=_mean(means),
        low=found.low if found else None,
        high=found.high if found else None,
        method=parts[0].method if len(parts) == 1 else found.method if found else "",
        untruncated=_mean([p.untruncated for p in parts if p.untruncated is not None]),
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
