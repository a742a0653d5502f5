"""Intervals of means over boxes: the formulas, and as often right as they say (`benchmarks.coverage` has more)."""

from __future__ import annotations

import math

import numpy
import pytest
from scipy.stats import binomtest

from benchmarks.coverage import coverage
from boxwright.harness.analysis.intervals import exact, interval, student_interval

MEAN = 0.5


@pytest.mark.parametrize(
    ("means", "half"),
    [
        # 97.5 % quantile of t (scipy.stats.t.ppf) * standard error
        ([0.4, 0.5, 0.6, 0.5] * 4, 2.131449545559323 * math.sqrt(0.08 / 15 / 16)),
        ([0.4, 0.6] * 75, 1.976013177689192 * math.sqrt(1.5 / 149 / 150)),
    ],
    ids=["16 boxes", "150 boxes"],
)
def test_the_interval_of_many_boxes_is_students(means: list[float], half: float) -> None:
    low, high, method = interval(means) or pytest.fail("no interval")
    assert (low, high) == pytest.approx((MEAN - half, MEAN + half), abs=1e-12)
    assert (low, high) == student_interval(means)
    assert method == "t by box"


def test_few_or_equal_boxes_have_an_exact_interval_and_nothing_has_none() -> None:
    theirs = binomtest(3, 5).proportion_ci(method="exact")
    assert exact(3, 5) == pytest.approx((theirs.low, theirs.high))
    assert interval([1.0] * 20) == (*exact(20, 20), "exact")
    assert interval([0.25, 0.75]) == (*exact(1, 2), "exact")
    assert interval([]) is None


def test_families_that_resemble_each_other_inside_widen_the_interval() -> None:
    values = [0.9] * 4 + [0.1] * 4 + [0.8] * 4 + [0.2] * 4 + [0.5] * 4
    families = [f for f in "abcde" for _ in range(4)]
    alone, clustered = interval(values), interval(values, families)
    assert alone and clustered
    assert clustered.method == "t by family"
    assert clustered.high - clustered.low > 1.5 * (alone.high - alone.low)


@pytest.mark.parametrize(
    ("families", "boxes", "spread", "least"),
    [(10, 3, 0.0, 0.93), (10, 3, 0.2, 0.92), (1, 4, 0.0, 0.94), (1, 16, 0.0, 0.93)],
    ids=["families alike", "families differ", "four boxes", "sixteen boxes"],
)
def test_the_interval_holds_the_mean_as_often_as_it_says(
    families: int, boxes: int, spread: float, least: float
) -> None:
    # 400 evaluations: one standard error of a coverage of 0.95 is 0.011.
    assert coverage(numpy.random.default_rng(1), 400, families, boxes, spread) >= least
