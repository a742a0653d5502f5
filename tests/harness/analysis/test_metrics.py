"""The interval of a mean over boxes: Student's t, and as wide as it says."""

from __future__ import annotations

import math
import random

import pytest

from boxwright.harness.analysis.metrics import interval

MEAN = 0.5


@pytest.mark.parametrize(
    ("means", "half"),
    [
        # 97.5 % quantile of t (scipy.stats.t.ppf) * standard error
        ([0.4, 0.5, 0.6, 0.5], 3.1824463052837078 * math.sqrt(0.02 / 3 / 4)),
        ([0.4, 0.6] * 20, 2.022690920036761 * math.sqrt(0.4 / 39 / 40)),
        ([0.4, 0.6] * 75, 1.976013177689192 * math.sqrt(1.5 / 149 / 150)),
    ],
    ids=["4 boxes", "40 boxes", "150 boxes"],
)
def test_the_interval_is_students(means: list[float], half: float) -> None:
    assert interval(means) == pytest.approx((MEAN - half, MEAN + half), abs=1e-12)


def test_one_box_has_no_interval_and_none_leaves_0_to_1() -> None:
    assert interval([0.5]) is None
    assert interval([0.0, 1.0]) == (0.0, 1.0)


def sampled_boxes(drawn: random.Random, boxes: int, samples: int) -> list[list[float]]:
    """Draw boxes of different difficulty (0.1 to 0.9, on average 0.5), and right or wrong answers on each."""
    chances = [drawn.uniform(0.1, 0.9) for _ in range(boxes)]
    return [[float(drawn.random() < chance) for _ in range(samples)] for chance in chances]


@pytest.mark.parametrize("boxes", [12, 40])
def test_the_interval_holds_the_true_mean_in_95_of_100_evaluations(boxes: int) -> None:
    drawn, evaluations, samples = random.Random(f"coverage {boxes}"), 3000, 8
    clustered = pooled = 0
    for _ in range(evaluations):
        scores = sampled_boxes(drawn, boxes, samples)
        low, high = interval([math.fsum(box) / samples for box in scores]) or (1.0, 0.0)
        clustered += low <= MEAN <= high
        low, high = interval([score for box in scores for score in box]) or (1.0, 0.0)
        pooled += low <= MEAN <= high
    # One standard error of a coverage of 0.95 is 0.004.
    assert clustered / evaluations == pytest.approx(0.95, abs=0.013)
    assert pooled / evaluations < 0.90, "samples of one box are not independent: they alone make no honest interval"
