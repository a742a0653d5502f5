"""95 % intervals of a mean of scores in [0, 1], whose units (episodes, boxes) may come in clusters (families).

*by box*: the standard error is sd / sqrt(n), with n - 1 degrees of freedom.

*by family*: the cluster-robust standard error of the mean over n units in G clusters (Liang and Zeger 1986, with the
factor G / (G - 1)), `sqrt(G / (G - 1) * sum over clusters of (sum of residuals) ** 2) / n`, with G - 1 degrees of
freedom. It takes the place of the former where there are enough clusters and it is wider, because then boxes of one
family resemble each other.

Both give an interval as Korn and Graubard (1998) make it for proportions in surveys: the mean p counts as that of
n* = p (1 - p) / (t * error / z) ** 2 binomial draws (t with the degrees of freedom, z = 1.96), and the interval is
Clopper and Pearson's. In the middle of the scale it is Student's but for a trifle; near 0 and 1, where Student's is too
narrow on one side and leaves the scale on the other, it holds.

*exact*: where there are few units, or all are alike, t is too narrow. Then the sum of the n unit means counts as the
successes of a binomial draw, and the interval is Clopper and Pearson's (1934), by beta quantiles, which exist also
for a sum that is no whole number. Of all scores in [0, 1] with the same mean those that are 0 or 1 vary most, so the
interval is on the wide side.

*by instance*: where boxes are given and only their instances drawn (`Environment.boxes_given`), the mean over B boxes,
each of which counts as n_b draws, counts as B ** 2 / sum(1 / n_b) draws. Boxes that differ make it a little wide, since
a draw of the mean varies more than the draws of each box on average.

Units may weigh differently, as where a probability was stated more often on one box than on another. The mean is then
a ratio of two sums, and its error that of the linearised ratio (Cochran 1977, 6.4: residuals times weights); n weights
count as (sum of weights) ** 2 / (sum of squared weights) units (Kish 1965).

`tests/harness/analysis/test_intervals.py` and `python -m benchmarks.coverage` simulate how often each holds the mean.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

Method = Literal["by box", "by family", "by instance", "exact"]
Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""
FEWEST_UNITS = 15
"""With fewer units the interval is exact."""
FEWEST_CLUSTERS = 5
"""With fewer clusters there is no cluster-robust error: its own variance would be too large."""


class Interval(NamedTuple):
    """A 95 % interval, and how it was made."""

    low: float
    high: float
    method: Method


def interval(
    values: Sequence[float], clusters: Sequence[Hashable] = (), weights: Sequence[float] = ()
) -> Interval | None:
    """Return the 95 % interval of the mean of `values` (unit means in [0, 1]); None without any.

    `clusters` names the cluster of each unit; without it each is its own. `weights` are positive (the answers of each
    unit); without them all units weigh alike.
    """
    if not values:
        return None
    counts = weights or [1.0] * len(values)
    mean = weighted_mean(values, counts)
    draws, method = _draws(values, clusters, counts)
    return Interval(*exact(mean * draws, draws), method)


def draws_of(values: Sequence[float], weights: Sequence[float] = ()) -> float:
    """Return as how many binomial draws the mean of one or more values counts in its interval."""
    return _draws(values, (), weights or [1.0] * len(values))[0]


def interval_of_given(means: Sequence[float], draws: Sequence[float]) -> Interval:
    """Return the 95 % interval of the mean over boxes that are given, each the mean of so many draws."""
    trials = len(means) ** 2 / math.fsum(1 / number for number in draws)
    return Interval(*exact(math.fsum(means) / len(means) * trials, trials), "by instance")


def _draws(values: Sequence[float], clusters: Sequence[Hashable], counts: Sequence[float]) -> tuple[float, Method]:
    if len(values) < FEWEST_UNITS or max(values) - min(values) < 1e-9:
        return math.fsum(counts) ** 2 / math.fsum(w * w for w in counts), "exact"
    mean = weighted_mean(values, counts)
    half, method = cluster_half(values, range(len(values)), counts), _BY_BOX
    if len(set(clusters)) >= FEWEST_CLUSTERS:
        wider = cluster_half(values, clusters, counts)
        half, method = (wider, _BY_FAMILY) if wider > half else (half, _BY_BOX)
    return mean * (1 - mean) * (Z / half) ** 2, method


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the mean of values, each as often as its weight says."""
    return math.fsum(v * w for v, w in zip(values, weights, strict=True)) / math.fsum(weights)


_BY_BOX: Method = "by box"
_BY_FAMILY: Method = "by family"


def exact(successes: float, trials: float) -> tuple[float, float]:
    """Return Clopper and Pearson's 95 % interval; both may be fractions."""
    from scipy.stats import beta

    low = 0.0 if successes <= 0 else float(beta.ppf(0.025, successes, trials - successes + 1))
    high = 1.0 if successes >= trials else float(beta.ppf(0.975, successes + 1, trials - successes))
    return low, high


def student_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Return Student's 95 % interval of the mean of values in [0, 1]; None for fewer than two."""
    if len(values) < 2:
        return None
    mean, half = math.fsum(values) / len(values), student_half(values)
    return max(0.0, mean - half), min(1.0, mean + half)


def student_half(values: Sequence[float]) -> float:
    """Return half the width of Student's 95 % interval of the mean of two or more values."""
    return student(len(values) - 1) * standard_error(values)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of two or more values."""
    n = len(values)
    mean = math.fsum(values) / n
    return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1) / n)


def cluster_half(values: Sequence[float], clusters: Sequence[Hashable], weights: Sequence[float] = ()) -> float:
    """Return half the width of the cluster-robust 95 % interval of the (weighted) mean, by Student's t.

    There must be two clusters or more. Where each value is its own cluster this is Student's interval.
    """
    counts = weights or [1.0] * len(values)
    mean = weighted_mean(values, counts)
    residuals: dict[Hashable, float] = {}
    for value, cluster, weight in zip(values, clusters, counts, strict=True):
        residuals[cluster] = residuals.get(cluster, 0.0) + weight * (value - mean)
    groups = len(residuals)
    squares = math.fsum(r * r for r in residuals.values())
    return student(groups - 1) * math.sqrt(groups / (groups - 1) * squares) / math.fsum(counts)


def student(freedom: int, probability: float = 0.975) -> float:
    """Return a quantile of Student's t."""
    from scipy.stats import t

    return float(t.ppf(probability, freedom))
