"""What the accuracies do not tell: rates of outcomes, scores without truncated replies, runs, repeated queries, effort.

Episodes are counted one at a time. Means over boxes are as in `metrics.py`: of each box's samples, then over boxes.
Between runs: the standard deviation (n - 1) of the runs' means over those boxes that every run has played.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from boxwright.blackboxes.records import OUTCOMES, Record
from boxwright.harness.analysis.intervals import Interval, interval
from boxwright.harness.analysis.metrics import episode_outcomes
from boxwright.harness.chat.api import Usage
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import values


class Detail(Record):
    """One model over all boxes of a run."""

    model: str
    rates: dict[str, float]
    """Share of the test samples per outcome."""
    accuracy: float | None
    untruncated: float | None
    """The accuracy without samples whose reply was cut off or refused by the provider."""
    runs: tuple[float, ...]
    """The mean over boxes of each run, in order."""
    between_runs: float | None
    """Standard deviation of the runs' means; None for a single run."""
    turns: int
    repeated: float | None
    """Share of the answered turns whose query had been asked before in the same exploration."""
    usage: Usage
    """Of an episode, on average; `calls` too."""
    seconds: float | None
    """Wall time of an episode on average."""


class Group(Record):
    """One model over the boxes that share a label."""

    label: str
    model: str
    boxes: int
    accuracy: float
    low: float
    high: float
    method: str


@dataclass
class _Count:
    """What one model did, counted episode by episode."""

    outcomes: Counter[str] = field(default_factory=Counter)
    by_box: dict[str, list[float]] = field(default_factory=dict)
    uncut: dict[str, list[float]] = field(default_factory=dict)
    by_run: dict[int, dict[str, list[float]]] = field(default_factory=dict)
    turns: int = 0
    repeated: int = 0
    usage: Usage = field(default_factory=Usage)
    episodes: int = 0

    def add(self, key: Key, record: EpisodeRecord, samples: int) -> None:
        self.outcomes.update(episode_outcomes(record, samples))
        for sample in (s for s in record.samples if s.outcome != "failed"):
            self.by_box.setdefault(key.box, []).append(sample.value)
            self.by_run.setdefault(key.run, {}).setdefault(key.box, []).append(sample.value)
            if sample.outcome != "cut":
                self.uncut.setdefault(key.box, []).append(sample.value)
        seen: set[tuple[int, str]] = set()
        for turn in (t for t in record.turns if not t.lost):
            asked = (turn.chapter, repr(values.encode(turn.query)))
            self.turns += 1
            self.repeated += asked in seen
            seen.add(asked)
        self.usage += record.usage
        self.episodes += 1

    def detail(self, model: str, seconds: float | None) -> Detail:
        total = sum(self.outcomes.values())
        everywhere = set.intersection(*(set(boxes) for boxes in self.by_run.values())) if self.by_run else set()
        means = [
            _over_boxes({b: v for b, v in self.by_run[run].items() if b in everywhere}) for run in sorted(self.by_run)
        ]
        runs = tuple(mean for mean in means if mean is not None)
        each = {name: round(getattr(self.usage, name) / max(1, self.episodes)) for name in _COUNTED}
        return Detail(
            model=model,
            rates={name: self.outcomes[name] / total if total else 0.0 for name in OUTCOMES},
            accuracy=_over_boxes(self.by_box),
            untruncated=_over_boxes(self.uncut),
            runs=runs,
            between_runs=_deviation(runs),
            turns=self.turns,
            repeated=self.repeated / self.turns if self.turns else None,
            usage=Usage(**each, estimated=self.usage.estimated),
            seconds=seconds,
        )


_COUNTED = ("input", "cached", "output", "reasoning", "calls")


def details(
    records: Iterable[tuple[Key, EpisodeRecord]],
    models: Sequence[str],
    seconds: Mapping[str, float],
    samples: Callable[[str], int],
) -> list[Detail]:
    """Return the details of every model; `seconds` is the mean wall time of its episodes, where it is known.

    `samples` is K of each box: samples that a failed episode never reached are counted as `failed`.
    """
    counts = {model: _Count() for model in models}
    for key, record in records:
        counts.setdefault(key.model, _Count()).add(key, record, samples(key.box))
    return [count.detail(model, seconds.get(model)) for model, count in counts.items() if count.episodes]


def grouped(model: str, boxes: Mapping[str, float], labels: Mapping[str, Sequence[str]]) -> list[Group]:
    """Return a model's mean over the boxes of each label, with its interval; `boxes` is box to mean score."""
    found = []
    for label in sorted({label for box in boxes for label in labels.get(box, ())}):
        named = [box for box in sorted(boxes) if label in labels.get(box, ())]
        means = [boxes[box] for box in named]
        low, high, method = interval(means, [box.split("/")[0] for box in named]) or Interval(0.0, 1.0, "exact")
        mean = math.fsum(means) / len(means)
        found.append(
            Group(label=label, model=model, boxes=len(named), accuracy=mean, low=low, high=high, method=method)
        )
    return found


def _over_boxes(boxes: Mapping[str, Sequence[float]]) -> float | None:
    means = [math.fsum(found) / len(found) for found in boxes.values() if found]
    return math.fsum(means) / len(means) if means else None


def _deviation(means: Sequence[float]) -> float | None:
    if len(means) < 2:
        return None
    middle = math.fsum(means) / len(means)
    return math.sqrt(math.fsum((mean - middle) ** 2 for mean in means) / (len(means) - 1))
