"""Stated confidence: how well the probabilities that players give their answers fit how often these are right.

*Brier score* (Brier 1950): the mean of (p - y) ** 2 over answers, y = 1 for a right one; 0 is perfect, 0.25 is what
always saying 50 % gets. *Expected calibration error* (Naeini, Cooper and Hauskrecht 2015): answers fall into ten bins
of equal width by p; the mean distance between a bin's mean p and its share of right answers, weighted by its answers.
The bins are the calibration curve. Answers without a readable probability are counted, and are in none of these.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from boxwright.blackboxes.records import Record
from boxwright.harness.analysis.intervals import exact
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord

BINS = 10


class Bin(Record):
    """The answers whose probability is in one tenth of the scale."""

    answers: int
    stated: float
    """Mean probability."""
    right: float
    """Share of right answers."""
    low: float
    high: float
    """95 % interval of that share, by Clopper and Pearson, as if answers were independent."""


class Calibration(Record):
    """One model's stated probabilities."""

    model: str
    answers: int
    """Answers with a probability."""
    unstated: int
    """Answers that were read, without one."""
    brier: float
    error: float
    """The expected calibration error."""
    stated: float
    """Mean probability."""
    right: float
    """Share of right answers among those with a probability."""
    bins: tuple[Bin, ...]


def calibrations(records: Iterable[tuple[Key, EpisodeRecord]], models: Sequence[str]) -> list[Calibration]:
    """Return the calibration of every model that stated a probability, in the order of `models`."""
    stated: dict[str, list[tuple[float, bool]]] = {model: [] for model in models}
    unstated = dict.fromkeys(models, 0)
    for key, record in records:
        for shot in (shot for sample in record.samples for shot in sample.shots if not shot.lost):
            if shot.confidence is None:
                unstated[key.model] = unstated.get(key.model, 0) + 1
            else:
                stated.setdefault(key.model, []).append((shot.confidence, shot.right))
    return [calibration(model, found, unstated.get(model, 0)) for model, found in stated.items() if found]


def calibration(model: str, answers: Sequence[tuple[float, bool]], unstated: int = 0) -> Calibration:
    """Return the calibration of one or more (probability, whether right)."""
    sorted_in: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for probability, right in answers:
        sorted_in[min(BINS - 1, math.floor(probability * BINS + 1e-9))].append((probability, right))
    bins = tuple(_bin(found) for found in sorted_in if found)
    number = len(answers)
    return Calibration(
        model=model,
        answers=number,
        unstated=unstated,
        brier=math.fsum((p - right) ** 2 for p, right in answers) / number,
        error=math.fsum(b.answers * abs(b.stated - b.right) for b in bins) / number,
        stated=math.fsum(p for p, _ in answers) / number,
        right=sum(right for _, right in answers) / number,
        bins=bins,
    )


def _bin(answers: Sequence[tuple[float, bool]]) -> Bin:
    right = sum(right for _, right in answers)
    low, high = exact(right, len(answers))
    mean = math.fsum(p for p, _ in answers) / len(answers)
    return Bin(answers=len(answers), stated=mean, right=right / len(answers), low=low, high=high)
