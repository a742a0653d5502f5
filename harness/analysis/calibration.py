"""Stated confidence: how well the probabilities that players give their answers fit how often these are right.

*Brier score* (Brier 1950): the mean of (p - y) ** 2 over answers, y = 1 for a right one; 0 is perfect, 0.25 is what
always saying 50 % gets. *Expected calibration error* (Naeini, Cooper and Hauskrecht 2015): answers fall into ten bins
of equal width by p; the mean distance between a bin's mean p and its share of right answers, weighted by its answers.
The bins are the calibration curve. Answers without a readable probability are counted, and are in none of these.

The answers on one box resemble each other. So the intervals of the Brier score and of a bin's share are those of
weighted means over boxes in families (`intervals.py`); of a single box, over conversations. An expected calibration
error is above 0 by chance alone, the more so the fewer the answers: what calibrated players would reach with the same
probabilities is drawn beside it (consistency resampling, Broecker and Smith 2007), one draw for all answers on a box,
which is the most that they can resemble each other.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from boxwright.blackboxes.records import Record
from boxwright.harness.analysis.intervals import Interval, interval
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord

BINS = 10
DRAWS = 1_000
"""Calibrated players that are drawn."""


class Stated(NamedTuple):
    """An answer with its probability."""

    probability: float
    right: bool
    box: str
    conversation: Hashable = ()


class Bin(Record):
    """The answers whose probability is in one tenth of the scale."""

    answers: int
    stated: float
    """Mean probability."""
    right: float
    """Share of right answers."""
    low: float
    high: float
    """95 % interval of that share."""


class Calibration(Record):
    """One model's stated probabilities."""

    model: str
    answers: int
    """Answers with a probability."""
    unstated: int
    """Answers that were read, without one."""
    brier: float
    brier_low: float
    brier_high: float
    """95 % interval of the Brier score."""
    error: float
    """The expected calibration error."""
    error_by_chance: float
    """The calibration error below which 95 of 100 calibrated players stay that state the same probabilities."""
    stated: float
    """Mean probability."""
    right: float
    """Share of right answers among those with a probability."""
    bins: tuple[Bin, ...]


def calibrations(records: Iterable[tuple[Key, EpisodeRecord]], models: Sequence[str]) -> list[Calibration]:
    """Return the calibration of every model that stated a probability, in the order of `models`."""
    stated: dict[str, list[Stated]] = {model: [] for model in models}
    unstated = dict.fromkeys(models, 0)
    for model, found in _answers(records):
        if found is None:
            unstated[model] = unstated.get(model, 0) + 1
        else:
            stated.setdefault(model, []).append(found)
    return [calibration(model, found, unstated.get(model, 0)) for model, found in stated.items() if found]


def bins_by_box(records: Iterable[tuple[Key, EpisodeRecord]]) -> Iterator[tuple[str, str, Bin]]:
    """Yield model, box and bin of the answers on each box alone, with intervals over conversations."""
    stated: dict[tuple[str, str], list[Stated]] = {}
    for model, found in _answers(records):
        if found is not None:
            stated.setdefault((model, found.box), []).append(found)
    for (model, box), answers in stated.items():
        for one in _bins(answers):
            yield model, box, one


def _answers(records: Iterable[tuple[Key, EpisodeRecord]]) -> Iterator[tuple[str, Stated | None]]:
    """Yield the model of each answer that was read, and the probability that it stated, or None."""
    for key, record in records:
        for sample in record.samples:
            for shot in (shot for shot in sample.shots if not shot.lost):
                place = (key.box, key.run, sample.chapter)
                given = shot.confidence
                yield key.model, None if given is None else Stated(given, shot.right, key.box, place)


def calibration(model: str, answers: Sequence[Stated], unstated: int = 0) -> Calibration:
    """Return the calibration of one or more answers."""
    bins = _bins(answers)
    number = len(answers)
    squares = [(a.probability - a.right) ** 2 for a in answers]
    around = _interval(squares, answers)
    return Calibration(
        model=model,
        answers=number,
        unstated=unstated,
        brier=math.fsum(squares) / number,
        brier_low=around.low,
        brier_high=around.high,
        error=math.fsum(b.answers * abs(b.stated - b.right) for b in bins) / number,
        error_by_chance=_error_by_chance(answers),
        stated=math.fsum(a.probability for a in answers) / number,
        right=sum(a.right for a in answers) / number,
        bins=bins,
    )


def _bins(answers: Sequence[Stated]) -> tuple[Bin, ...]:
    sorted_in: list[list[Stated]] = [[] for _ in range(BINS)]
    for answer in answers:
        sorted_in[_bin_of(answer)].append(answer)
    return tuple(_bin(found) for found in sorted_in if found)


def _bin_of(answer: Stated) -> int:
    return min(BINS - 1, math.floor(answer.probability * BINS + 1e-9))


def _bin(answers: Sequence[Stated]) -> Bin:
    low, high, _ = _interval([float(a.right) for a in answers], answers)
    mean = math.fsum(a.probability for a in answers) / len(answers)
    share = sum(a.right for a in answers) / len(answers)
    return Bin(answers=len(answers), stated=mean, right=share, low=low, high=high)


def _interval(values: Sequence[float], answers: Sequence[Stated]) -> Interval:
    """Return the interval of the mean of values of one or more answers."""
    alone = len({a.box for a in answers}) == 1
    units: dict[tuple[str, Hashable], list[float]] = {}
    for value, answer in zip(values, answers, strict=True):
        units.setdefault((answer.box, answer.conversation if alone else ()), []).append(value)
    means = [math.fsum(found) / len(found) for found in units.values()]
    families = [box.split("/")[0] for box, _ in units]
    found = interval(means, families, [len(found) for found in units.values()])
    assert found is not None
    return found


def _error_by_chance(answers: Sequence[Stated]) -> float:
    import numpy

    drawn = numpy.random.default_rng(0)
    stated = numpy.array([a.probability for a in answers])
    bins = numpy.array([_bin_of(a) for a in answers])
    numbers = {box: number for number, box in enumerate(dict.fromkeys(a.box for a in answers))}
    boxes = numpy.array([numbers[a.box] for a in answers])
    errors = numpy.empty(DRAWS)
    for draw in range(DRAWS):
        right = drawn.random(len(numbers))[boxes] < stated
        errors[draw] = numpy.abs(numpy.bincount(bins, stated - right)).sum() / len(answers)
    return float(numpy.quantile(errors, 0.95))
