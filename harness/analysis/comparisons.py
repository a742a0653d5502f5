"""Comparisons of two columns of a report on the same boxes: two models, two settings, or two runs of one.

The unit is a box: its mean score on one side minus that on the other. Both sides had the same tests, so what makes a
box hard cancels out. What one side is better at may come in families: so the standard error is over boxes, or over
families where those tell of more variation, as for means (`intervals.py`), and Student's t has the degrees of freedom
of these units. The p-value is from a permutation test of the signs of the same units (Fisher 1935;
`scipy.stats.permutation_test`, exact where at most `RESAMPLES` sign patterns exist, otherwise seeded), corrected by
Holm (1979) over all comparisons that are reported together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

from boxwright.blackboxes.records import Record
from boxwright.harness.analysis.intervals import (
    FEWEST_CLUSTERS,
    cluster_half,
    standard_error,
    student,
    student_half,
)

RESAMPLES = 9_999
POWER = 0.80
ASSUMED_SPREAD = 0.35
"""The standard deviation of a box's paired difference that a plan assumes where no earlier results tell it."""


Method = Literal["by box", "by family"]


class Comparison(Record):
    """The mean paired difference `first - second`, over the boxes that both played."""

    first: str
    second: str
    boxes: int
    difference: float
    low: float | None
    """95 % interval by Student's t; None where all differ alike, of which t says nothing."""
    high: float | None
    p: float
    """Two-sided, by sign flips."""
    corrected: float
    """Holm's p over all comparisons of the report."""
    method: Method = "by box"
    """Over which units."""


def paired(first: str, second: str, a: Mapping[str, float], b: Mapping[str, float]) -> Comparison | None:
    """Compare two columns (box to mean score); None where they share no box."""
    shared = sorted(a.keys() & b.keys())
    if not shared:
        return None
    differences = [a[box] - b[box] for box in shared]
    mean = math.fsum(differences) / len(differences)
    half = student_half(differences) if max(differences) > min(differences) else None
    units = differences
    method: Method = "by box"
    families = [box.split("/")[0] for box in shared]
    if half is not None and FEWEST_CLUSTERS <= len(set(families)) < len(shared):
        wider = cluster_half(differences, families)
        if wider > half:
            half, method, units = wider, "by family", _sums(differences, families)
    p = sign_flip_p(units)
    return Comparison(
        first=first,
        second=second,
        boxes=len(shared),
        difference=mean,
        low=None if half is None else max(-1.0, mean - half),
        high=None if half is None else min(1.0, mean + half),
        p=p,
        corrected=p,
        method=method,
    )


def _sums(values: Sequence[float], names: Sequence[str]) -> list[float]:
    sums: dict[str, float] = {}
    for value, name in zip(values, names, strict=True):
        sums[name] = sums.get(name, 0.0) + value
    return list(sums.values())


def all_pairs(columns: Mapping[str, Mapping[str, float]]) -> list[Comparison]:
    """Compare every two columns, with Holm's correction over all of them."""
    return with_holm(
        [c for x, y in combinations(columns, 2) if (c := paired(x, y, columns[x], columns[y])) is not None]
    )


def with_holm(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Return the comparisons with Holm's p over all of them."""
    corrected = holm([c.p for c in comparisons])
    return [c.model_copy(update={"corrected": p}) for c, p in zip(comparisons, corrected, strict=True)]


def sign_flip_p(differences: Sequence[float]) -> float:
    """Return the two-sided p of a mean of 0, if the sign of each difference were as likely as its opposite."""
    import numpy
    from scipy.stats import permutation_test

    moved = numpy.asarray([d for d in differences if d != 0])
    if len(moved) == 0:
        return 1.0
    if len(moved) == 1:
        return 1.0  # two patterns, both as extreme
    result = permutation_test(
        (moved,),
        lambda x, axis: numpy.mean(x, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        rng=numpy.random.default_rng(0),
    )
    return float(result.pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    """Return Holm's step-down p-values, in the given order."""
    corrected, highest = [0.0] * len(ps), 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, ps[index] * (len(ps) - rank)))
        corrected[index] = highest
    return corrected


def detectable(boxes: int, spread: float = ASSUMED_SPREAD) -> float | None:
    """Return the smallest true difference that a paired t-test over so many boxes finds with 80 % power at 5 %.

    `spread` is the standard deviation of a box's difference. Bloom (1995): (t of 0.975 + t of 0.80) * standard error,
    with boxes - 1 degrees of freedom. None for a single box.
    """
    if boxes < 2:
        return None
    return (student(boxes - 1) + student(boxes - 1, POWER)) * spread / math.sqrt(boxes)


def spread_of(columns: Mapping[str, Mapping[str, float]]) -> float | None:
    """Return the standard deviation of paired differences in earlier results: the root mean square over all pairs."""
    found = []
    for x, y in combinations(columns, 2):
        differences = [columns[x][box] - columns[y][box] for box in columns[x].keys() & columns[y].keys()]
        if len(differences) > 1:
            found.append(standard_error(differences) ** 2 * len(differences))
    return math.sqrt(math.fsum(found) / len(found)) if found else None
