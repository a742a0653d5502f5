"""The tests that the paper uses: chi-square with Cramér's V, and Pearson's correlation, each with its p-value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from boxwright.blackboxes.faults import BoxwrightError


@dataclass(frozen=True)
class ChiSquare:
    """The test of independence of a contingency table."""

    statistic: float
    freedom: int
    p: float
    cramers_v: float
    least_expected: float
    """The smallest expected count; below 5 the p-value is approximate."""


def chi_square(table: Sequence[Sequence[int]]) -> ChiSquare:
    """Test rows against columns (Pearson's chi-square, no correction); Cramér's V = sqrt(chi² / (n (min(r, c) - 1))).

    Empty rows and columns are dropped first.
    Raises: BoxwrightError for a table with fewer than two rows or columns that are not empty.
    """
    import numpy as np
    from scipy.stats import chi2_contingency

    counts = np.array(table, np.int64)
    counts = counts[counts.sum(axis=1) > 0]
    counts = counts[:, counts.sum(axis=0) > 0]
    if min(counts.shape) < 2:
        raise BoxwrightError("a chi-square test needs at least two classes and two results that occur")
    found = chi2_contingency(counts, correction=False)
    statistic = float(found.statistic)
    return ChiSquare(
        statistic=statistic,
        freedom=int(found.dof),
        p=float(found.pvalue),
        cramers_v=math.sqrt(statistic / (int(counts.sum()) * (min(counts.shape) - 1))),
        least_expected=float(found.expected_freq.min()),
    )


@dataclass(frozen=True)
class Correlation:
    """Pearson's correlation of pairs."""

    r: float
    count: int
    p: float
    """Two-sided, by Student's t with count - 2 degrees of freedom."""


def pearson(pairs: Sequence[tuple[float, float]]) -> Correlation:
    """Correlate pairs. Raises: BoxwrightError for fewer than three, or where one side never varies."""
    from scipy.stats import pearsonr

    if len(pairs) < 3:
        raise BoxwrightError(f"a correlation needs at least three pairs; there are {len(pairs)}")
    sides = [_scaled([pair[side] for pair in pairs]) for side in (0, 1)]
    if any(len(set(values)) == 1 for values in sides):
        raise BoxwrightError("one side of the pairs is always the same; nothing can be correlated with it")
    found = pearsonr(*sides)
    return Correlation(float(found.statistic), len(pairs), float(found.pvalue))


def _scaled(values: Sequence[float]) -> list[float]:
    """Return values with the largest magnitude scaled to 1, so that no sum or square overflows or underflows."""
    unit = max(map(abs, values)) or 1.0
    return [value / unit for value in values]
