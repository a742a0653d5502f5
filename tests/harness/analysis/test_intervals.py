"""Intervals of means over boxes: the formulas, and as often right as they say (`benchmarks.coverage` has more)."""

from __future__ import annotations

import math

import numpy
import pytest
from scipy.stats import beta, binomtest

from benchmarks.coverage import GIVEN, coverage, given_coverage
from boxwright.harness.analysis.intervals import draws_of, exact, interval, interval_of_given, student_interval


@pytest.mark.parametrize("number", [16, 150])
def test_the_interval_of_many_boxes_is_nearly_students_and_never_leaves_the_scale(number: int) -> None:
    means = [0.4, 0.6] * (number // 2)
    low, high, method = interval(means) or pytest.fail("no interval")
    assert (low, high) == pytest.approx(student_interval(means), abs=0.005)
    assert method == "by box"
    low, high, _ = interval([1.0] * (number - 1) + [0.9]) or pytest.fail("no interval")
    assert low < 1 - 0.1 / number < high < 1


def test_the_interval_is_korn_and_graubards() -> None:
    # 16 boxes: t of 15 degrees of freedom is 2.1314 (scipy.stats.t.ppf)
    low, high, _ = interval([0.3, 0.7] * 8) or pytest.fail("no interval")
    error = math.sqrt(16 * 0.04 / 15 / 16)
    draws = 0.25 / (2.131449545559323 * error / 1.959963984540054) ** 2
    assert (low, high) == pytest.approx(
        (beta.ppf(0.025, draws / 2, draws / 2 + 1), beta.ppf(0.975, draws / 2 + 1, draws / 2))
    )


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
    assert clustered.method == "by family"
    assert clustered.high - clustered.low > 1.5 * (alone.high - alone.low)


@pytest.mark.parametrize(
    ("families", "boxes", "spread", "mean"),
    [(10, 3, 0.0, 0.5), (10, 3, 0.2, 0.5), (1, 4, 0.0, 0.5), (1, 16, 0.0, 0.5), (1, 16, 0.0, 0.9), (10, 3, 0.1, 0.9)],
    ids=["families alike", "families differ", "four boxes", "sixteen boxes", "sixteen near 1", "families near 1"],
)
def test_the_interval_holds_the_mean_as_often_as_it_says(families: int, boxes: int, spread: float, mean: float) -> None:
    # 400 evaluations: one standard error of a coverage of 0.95 is 0.011.
    assert coverage(numpy.random.default_rng(1), 400, families, boxes, spread, mean) >= 0.93


def test_boxes_that_are_given_count_by_their_instances() -> None:
    # 50 right or wrong instances of each of four boxes are 200 draws, but for Student's t instead of the normal
    played = [float(n % 2) for n in range(50)]
    assert 45 < draws_of(played) < 50
    found = interval_of_given([0.5] * 4, [50.0] * 4)
    assert found == (*exact(100, 200), "by instance")
    one, other = interval_of_given([0.5, 0.5], [50.0, 5.0]), interval_of_given([0.5, 0.5], [5.0, 5.0])
    assert other.low < one.low < 0.5 < one.high < other.high


@pytest.mark.parametrize("case", GIVEN)
def test_the_interval_of_given_boxes_holds_as_often_as_it_says(case: tuple[tuple[float, ...], int, int]) -> None:
    assert given_coverage(numpy.random.default_rng(1), 400, *case) >= 0.93
