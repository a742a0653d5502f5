"""How often the 95 % intervals of reports hold the true mean, by simulation.

Families, boxes in families and test samples in boxes are drawn from beta and binomial distributions of known mean;
each simulated evaluation is given to `harness.analysis.intervals`. The naive column takes all samples as independent.

    python -m benchmarks.coverage [--evaluations N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy

from boxwright.harness.analysis.intervals import interval, student_interval

SAMPLES = 8
CASES = (
    # families, boxes in each, standard deviation between families, mean
    (10, 3, 0.0, 0.5),
    (10, 3, 0.1, 0.5),
    (10, 3, 0.2, 0.5),
    (7, 5, 0.2, 0.5),
    (10, 3, 0.1, 0.9),
    (1, 3, 0.0, 0.5),
    (1, 5, 0.0, 0.9),
    (1, 9, 0.0, 0.5),
    (1, 14, 0.0, 0.9),
    (1, 16, 0.0, 0.9),
    (1, 20, 0.0, 0.95),
    (10, 9, 0.1, 0.9),
    (1, 40, 0.0, 0.5),
)
"""What is simulated; a single family is what a family's own row shows."""
SPREAD = 0.25
"""The standard deviation between boxes of a family, at a mean of 0.5."""


def evaluations(
    drawn: numpy.random.Generator, number: int, families: int, boxes: int, spread: float, mean: float = 0.5
) -> Iterator[tuple[list[float], list[int]]]:
    """Yield the box means of simulated evaluations, and each box's family."""
    clusters = [family for family in range(families) for _ in range(boxes)]
    for _ in range(number):
        means = _beta(drawn, numpy.full(families, mean), spread) if spread else numpy.full(families, mean)
        chances = _beta(drawn, numpy.repeat(means, boxes), SPREAD)
        yield list(drawn.binomial(SAMPLES, chances) / SAMPLES), clusters


def _beta(drawn: numpy.random.Generator, means: numpy.ndarray, spread: float) -> numpy.ndarray:
    """Draw from beta distributions with these means; `spread` is the standard deviation where the mean is 0.5."""
    weight = 0.25 / spread**2 - 1
    inside = numpy.clip(means, 1e-6, 1 - 1e-6)
    return numpy.asarray(drawn.beta(inside * weight, (1 - inside) * weight))


def coverage(
    drawn: numpy.random.Generator, number: int, families: int, boxes: int, spread: float, mean: float = 0.5
) -> float:
    """Return the share of simulated evaluations whose interval holds the true mean."""
    held = 0
    for values, clusters in evaluations(drawn, number, families, boxes, spread, mean):
        found = interval(values, clusters)
        held += found is not None and found.low <= mean <= found.high
    return held / number


def naive(
    drawn: numpy.random.Generator, number: int, families: int, boxes: int, spread: float, mean: float = 0.5
) -> float:
    """Return that share for intervals that take all test samples as independent."""
    held = 0
    for values, _ in evaluations(drawn, number, families, boxes, spread, mean):
        singles = [float(i < round(v * SAMPLES)) for v in values for i in range(SAMPLES)]
        low, high = student_interval(singles) or (1.0, 0.0)
        held += low <= mean <= high
    return held / number


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--evaluations", type=int, default=4_000)
    number = parser.parse_args().evaluations
    print("| families | boxes in each | sd between families | mean | coverage | taking samples as independent |")
    print("|---|---|---|---|---|---|")
    for case in CASES:
        found = [measure(numpy.random.default_rng(1), number, *case) for measure in (coverage, naive)]
        print(f"| {case[0]} | {case[1]} | {case[2]} | {case[3]} | {found[0]:.3f} | {found[1]:.3f} |")


if __name__ == "__main__":
    main()
