"""Paired comparisons: the difference that is there is found, and none where there is none."""

from __future__ import annotations

import numpy
import pytest

from benchmarks.coverage import paired_coverage
from boxwright.harness.analysis.comparisons import all_pairs, detectable, holm, paired, sign_flip_p, spread_of


def test_the_exact_p_of_few_differences() -> None:
    # Five differences of one sign: 2 of 2 ** 5 patterns are as extreme.
    assert sign_flip_p([0.1, 0.2, 0.3, 0.4, 0.5]) == pytest.approx(2 / 32)
    assert sign_flip_p([0.0, 0.0]) == 1.0
    assert sign_flip_p([]) == 1.0
    assert sign_flip_p([0.3]) == 1.0


def test_two_models_are_compared_on_the_boxes_that_both_played() -> None:
    found = paired("a", "b", {"x": 1.0, "y": 0.5, "only a": 0.0}, {"x": 0.5, "y": 0.5, "only b": 1.0})
    assert found is not None
    assert (found.boxes, found.difference) == (2, 0.25)
    assert found.low is not None and found.low < 0 < (found.high or 0)
    assert paired("a", "b", {"x": 1.0}, {"y": 1.0}) is None


def test_holm_is_step_down_and_keeps_the_order_given() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    columns = {name: {str(i): value for i in range(12)} for name, value in (("a", 1.0), ("b", 0.5), ("c", 0.5))}
    found = {(c.first, c.second): c for c in all_pairs(columns)}
    assert found["a", "b"].corrected == pytest.approx(3 * found["a", "b"].p)
    assert found["b", "c"].corrected == 1.0


def test_a_plan_finds_the_difference_that_it_says_in_80_of_100_evaluations() -> None:
    boxes, spread, drawn = 30, 0.3, numpy.random.default_rng(2)
    least = detectable(boxes, spread)
    assert least is not None
    samples = drawn.normal(least, spread, (2_000, boxes))
    t = samples.mean(1) / (samples.std(1, ddof=1) / boxes**0.5)
    assert (abs(t) > 2.045).mean() == pytest.approx(0.80, abs=0.03)
    assert detectable(1) is None


@pytest.mark.parametrize("gap", [0.0, 0.15])
def test_the_interval_of_a_difference_holds_it_and_p_is_small_as_often_as_it_says(gap: float) -> None:
    """400 evaluations of 10 boxes, 8 answers in each: one standard error of a rate of 0.05 is 0.011."""
    drawn, held, small = numpy.random.default_rng(3), 0, 0
    for _ in range(400):
        hard = drawn.beta(2, 2, 10) * (1 - gap)
        right = [drawn.binomial(8, chance) / 8 for chance in (hard + gap, hard)]
        found = paired("a", "b", *({str(n): float(x) for n, x in enumerate(r)} for r in right))
        assert found is not None and found.low is not None and found.high is not None
        held += found.low <= gap <= found.high
        small += found.p <= 0.05
    assert held / 400 >= 0.93
    assert small / 400 <= 0.07 if gap == 0.0 else small / 400 >= 0.2


def test_what_families_share_widens_the_interval_and_the_p_of_a_difference() -> None:
    alike = {f"{family}/{n}": float(family in "abc") for family in "abcdef" for n in range(4)}
    none = dict.fromkeys(alike, 0.0)
    apart = {f"{number}/x": value for number, value in enumerate(alike.values())}
    families, boxes = paired("a", "b", alike, none), paired("a", "b", apart, dict.fromkeys(apart, 0.0))
    assert families is not None and boxes is not None
    assert (families.method, boxes.method) == ("by family", "by box")
    assert families.low is not None and boxes.low is not None
    assert families.low < 0 < boxes.low
    assert families.p == pytest.approx(2 / 8)  # three families differ, all in one way
    assert boxes.p < 0.001


def test_the_interval_of_a_difference_holds_it_where_families_differ() -> None:
    """300 evaluations: one standard error of a rate of 0.05 is 0.013."""
    held, small = paired_coverage(numpy.random.default_rng(5), 300, 8, 4, 0.15, 0.0)
    assert held >= 0.92 and small <= 0.08


def test_the_spread_of_earlier_results_is_that_of_their_differences() -> None:
    a, b = {"x": 0.0, "y": 1.0, "z": 0.5}, {"x": 0.5, "y": 0.5, "z": 0.5}
    assert spread_of({"a": a, "b": b}) == pytest.approx(0.5)
    assert spread_of({"a": a}) is None
