"""The tests that the paper uses: chi-square with Cramér's V, and Pearson's correlation, with their p-values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from boxwright.blackboxes.faults import BoxwrightError

_STEPS = 500
_TINY = 1e-300
_CLOSE = 1e-15


@dataclass(frozen=True)
class ChiSquare:
    """The test of independence of a table."""

    statistic: float
    freedom: int
    p: float
    cramers_v: float
    least_expected: float
    """The smallest expected count; below 5 the p-value is rough."""


def chi_square(table: Sequence[Sequence[int]]) -> ChiSquare:
    """Test rows against columns (Pearson's chi-square, no correction); Cramér's V = sqrt(chi² / (n (min(r, c) - 1))).

    Raises: BoxwrightError for a table with fewer than two rows or columns that are not empty.
    """
    rows = [row for row in table if sum(row)]
    columns = [i for i in range(len(rows[0]) if rows else 0) if sum(row[i] for row in rows)]
    if len(rows) < 2 or len(columns) < 2:
        raise BoxwrightError("a chi-square test needs two classes and two results at least that occur")
    kept = [[row[i] for i in columns] for row in rows]
    total = sum(map(sum, kept))
    sums = [sum(column) for column in zip(*kept, strict=True)]
    expected = [[sum(row) * column / total for column in sums] for row in kept]
    statistic = math.fsum(
        (n - e) ** 2 / e for row, wanted in zip(kept, expected, strict=True) for n, e in zip(row, wanted, strict=True)
    )
    freedom = (len(kept) - 1) * (len(columns) - 1)
    return ChiSquare(
        statistic=statistic,
        freedom=freedom,
        p=upper_gamma(freedom / 2, statistic / 2),
        cramers_v=math.sqrt(statistic / (total * (min(len(kept), len(columns)) - 1))),
        least_expected=min(min(row) for row in expected),
    )


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x): by its series, or its continued fraction."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, _STEPS):
            term *= x / (a + n)
            total += term
            if term < total * _CLOSE:
                break
        return max(0.0, 1 - front * total)
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value = d
    for n in range(1, _STEPS):
        step = -n * (n - a)
        b += 2
        d = 1 / _nonzero(step * d + b)
        c = _nonzero(b + step / c)
        value *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return front * value


@dataclass(frozen=True)
class Correlation:
    """Pearson's correlation of pairs."""

    r: float
    count: int
    p: float
    """Two-sided, by Student's t with count - 2 degrees of freedom."""


def pearson(pairs: Sequence[tuple[float, float]]) -> Correlation:
    """Correlate pairs. Raises: BoxwrightError for fewer than three, or where one side never varies."""
    if len(pairs) < 3:
        raise BoxwrightError(f"a correlation needs three pairs at least; there are {len(pairs)}")
    count = len(pairs)
    dx, dy = (_centred([pair[side] for pair in pairs]) for side in (0, 1))
    xx, yy = math.fsum(d * d for d in dx), math.fsum(d * d for d in dy)
    if xx == 0 or yy == 0:
        raise BoxwrightError("one side of the pairs is always the same; nothing can be correlated with it")
    r = math.fsum(a * b for a, b in zip(dx, dy, strict=True)) / math.sqrt(xx * yy)
    r = max(-1.0, min(1.0, r))
    freedom = count - 2
    return Correlation(r, count, 0.0 if abs(r) == 1 else beta(freedom / 2, 0.5, 1 - r * r))


def _centred(values: Sequence[float]) -> list[float]:
    """Return values less their mean, in a unit in which the largest is 1: no square is too small or too large."""
    unit = max(map(abs, values)) or 1.0
    scaled = [value / unit for value in values]
    mean = math.fsum(scaled) / len(scaled)
    apart = [value - mean for value in scaled]
    width = max(map(abs, apart)) or 1.0
    return [value / width for value in apart]


def beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b) by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _nonzero(1 + step * d)
            c = _nonzero(1 + step / c)
            value *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return front * value


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
