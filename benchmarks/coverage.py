"""How often the 95 % intervals of reports hold the true mean, by simulation.

Families, boxes in families and test samples in boxes are drawn from beta and binomial distributions of known mean;
each simulated evaluation is given to `harness.analysis.intervals`. The naive column takes all samples as independent.
The second table has the other intervals of `harness.analysis`: paired differences, stated confidence, memorization.

    python -m benchmarks.coverage [--evaluations N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy

from boxwright.blackboxes.plural import plural
from boxwright.harness.analysis.calibration import Stated, calibration
from boxwright.harness.analysis.comparisons import paired
from boxwright.harness.analysis.intervals import draws_of, interval, interval_of_given, student_interval
from boxwright.harness.analysis.memorization import difference_interval, share_interval
from boxwright.harness.analysis.remembering import area, area_interval

SAMPLES = 8
Sizes = int | tuple[int, ...]
"""How many boxes each family has: all as many, or each its own number."""
UNEQUAL = (25, 24, 24, 21, 20, 10, 6, 5, 3, 2)
"""Sizes of families that differ as much as those of the collection."""
CASES: tuple[tuple[int, Sizes, float, float], ...] = (
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
    (10, UNEQUAL, 0.1, 0.5),
    (10, UNEQUAL, 0.2, 0.2),
)
"""What is simulated; a single family is what a family's own row shows."""
PAIRED = (
    # families, boxes in each, standard deviation between families, true difference
    (1, 5, 0.0, 0.0),
    (1, 12, 0.0, 0.15),
    (10, 3, 0.0, 0.0),
    (10, 3, 0.15, 0.0),
    (10, 12, 0.15, 0.1),
)
MEMORIZED = (
    # explorations, pairs of each, right with a wrong partner, right but wrong when asked again
    (10, 1, 0.2, 0.1),
    (100, 1, 0.3, 0.05),
    (3, 8, 0.2, 0.1),
    (12, 8, 0.05, 0.05),
    (25, 8, 0.3, 0.1),
)
GIVEN = (
    # the true mean of each box, instances of each, runs of each instance
    ((0.9, 0.8, 0.7, 0.5, 0.3), 50, 1),
    ((0.9, 0.8, 0.7, 0.5, 0.3), 50, 5),
    ((0.55, 0.5, 0.5, 0.5, 0.45), 50, 5),
    ((0.97, 0.95, 0.95, 0.95, 0.93), 50, 5),
    ((0.9, 0.5), 10, 5),
    (tuple(0.2 + 0.025 * n for n in range(24)), 50, 1),
)
SPREAD = 0.25
"""The standard deviation between boxes of a family, at a mean of 0.5."""


def evaluations(
    drawn: numpy.random.Generator,
    number: int,
    families: int,
    boxes: Sizes,
    spread: float,
    mean: float = 0.5,
) -> Iterator[tuple[list[float], list[int]]]:
    """Yield the box means of simulated evaluations, and each box's family."""
    sizes = [boxes] * families if isinstance(boxes, int) else list(boxes)
    clusters = [family for family, size in enumerate(sizes) for _ in range(size)]
    for _ in range(number):
        means = _beta(drawn, numpy.full(families, mean), spread) if spread else numpy.full(families, mean)
        chances = _beta(drawn, numpy.repeat(means, sizes), SPREAD)
        yield list(drawn.binomial(SAMPLES, chances) / SAMPLES), clusters


def _beta(drawn: numpy.random.Generator, means: numpy.ndarray, spread: float) -> numpy.ndarray:
    """Draw from beta distributions with these means; `spread` is the standard deviation where the mean is 0.5."""
    weight = 0.25 / spread**2 - 1
    inside = numpy.clip(means, 1e-6, 1 - 1e-6)
    return numpy.asarray(drawn.beta(inside * weight, (1 - inside) * weight))


def coverage(
    drawn: numpy.random.Generator,
    number: int,
    families: int,
    boxes: Sizes,
    spread: float,
    mean: float = 0.5,
) -> float:
    """Return the share of simulated evaluations whose interval holds the true mean."""
    held = 0
    for values, clusters in evaluations(drawn, number, families, boxes, spread, mean):
        found = interval(values, clusters)
        held += found is not None and found.low <= mean <= found.high
    return held / number


def given_coverage(
    drawn: numpy.random.Generator, number: int, means: tuple[float, ...], instances: int, runs: int
) -> float:
    """Return how often the interval of the mean over given boxes holds it; some of their instances are hard."""
    held, true = 0, sum(means) / len(means)
    for _ in range(number):
        chances = _beta(drawn, numpy.repeat(means, instances), SPREAD).reshape(len(means), instances)
        played = drawn.binomial(runs, chances) / runs
        found = interval_of_given([float(box.mean()) for box in played], [draws_of(list(box)) for box in played])
        held += found.low <= true <= found.high
    return held / number


def naive(
    drawn: numpy.random.Generator,
    number: int,
    families: int,
    boxes: Sizes,
    spread: float,
    mean: float = 0.5,
) -> float:
    """Return that share for intervals that take all test samples as independent."""
    held = 0
    for values, _ in evaluations(drawn, number, families, boxes, spread, mean):
        singles = [float(i < round(v * SAMPLES)) for v in values for i in range(SAMPLES)]
        low, high = student_interval(singles) or (1.0, 0.0)
        held += low <= mean <= high
    return held / number


def paired_coverage(
    drawn: numpy.random.Generator, number: int, families: int, boxes: int, spread: float, gap: float
) -> tuple[float, float]:
    """Return how often the interval of a paired difference holds it, and how often p is at most 0.05.

    A box is hard for both sides; one side is better by `gap`, and by more or less in some families. Settings and runs
    of one model are compared in the same way.
    """
    held = small = 0
    for _ in range(number):
        hard = drawn.beta(2, 2, families * boxes) * (1 - gap - 2 * spread) + spread
        better = numpy.repeat(drawn.choice([-spread, spread], families), boxes) + gap
        sides = [drawn.binomial(SAMPLES, chance) / SAMPLES for chance in (hard + better, hard)]
        first, second = ({f"{n // boxes}/{n}": float(x) for n, x in enumerate(side)} for side in sides)
        found = paired("a", "b", first, second)
        assert found is not None and found.low is not None and found.high is not None
        held += found.low <= gap <= found.high
        small += found.p <= 0.05
    return held / number, small / number


def calibration_coverage(
    drawn: numpy.random.Generator, number: int, boxes: int, answers: int, spread: float
) -> dict[str, float]:
    """Return how often the intervals of stated confidence hold what is true.

    A player states 0.75 or 0.35 and is right a little more or less often, by box, with standard deviation `spread`.
    The last figure is how often a calibrated player's error is not above what chance is said to reach.
    """
    held = {"Brier score": 0, "share of a bin": 0, "error of the calibrated": 0}
    for _ in range(number):
        stated = numpy.where(drawn.random((boxes, answers)) < 0.5, 0.75, 0.35)
        off = numpy.repeat(drawn.choice([-spread, spread], boxes), answers).reshape(stated.shape)
        told, chance = (
            calibration(
                "m",
                [
                    Stated(float(p), bool(right), f"{box % 5}/{box}")
                    for box in range(boxes)
                    for p, right in zip(stated[box], drawn.random(answers) < stated[box] + moved[box], strict=True)
                ],
            )
            for moved in (off, 0 * off)
        )
        # the expected (p - y) ** 2 of a probability that is right is p (1 - p)
        held["Brier score"] += told.brier_low <= (0.75 * 0.25 + 0.35 * 0.65) / 2 <= told.brier_high
        high = told.bins[-1]
        held["share of a bin"] += high.low <= 0.75 <= high.high
        held["error of the calibrated"] += chance.error <= chance.error_by_chance
    return {name: count / number for name, count in held.items()}


def memorization_coverage(
    drawn: numpy.random.Generator, number: int, explorations: int, samples: int, lost: float, gained: float
) -> tuple[float, float]:
    """Return how often the intervals of LiMem and of the difference from asking again hold what is true.

    `lost` is how probable it is that an instance is right and its partner wrong, `gained` the same of asking again;
    what one exploration serves resembles each other.
    """
    held = [0, 0]
    for _ in range(number):
        alike = _beta(drawn, numpy.array([numpy.full(explorations, p) for p in (lost, gained)]), SPREAD)
        pair, again = (
            drawn.random((samples, explorations)) < p for p in (alike if samples > 1 else [[lost], [gained]])
        )
        places = [(("x", n, 1), s) for n in range(explorations) for s in range(samples)]
        share = share_interval([(cluster, float(pair[s, cluster[1]])) for cluster, s in places])
        moved = [(cluster, float(pair[s, cluster[1]]) - float(again[s, cluster[1]])) for cluster, s in places]
        difference = difference_interval(moved)
        assert share is not None and difference is not None
        held[0] += share[0] <= lost <= share[1]
        held[1] += difference[0] <= lost - gained <= difference[1]
    return held[0] / number, held[1] / number


def area_coverage(drawn: numpy.random.Generator, number: int, positives: int, negatives: int, true: float) -> float:
    """Return how often the interval of an area under the ROC curve holds it; scores are normal."""
    from scipy.stats import norm

    held, apart = 0, float(norm.ppf(true)) * 2**0.5
    labels = [True] * positives + [False] * negatives
    for _ in range(number):
        scores = [*drawn.normal(apart, 1, positives), *drawn.normal(0, 1, negatives)]
        low, high = area_interval(area(scores, labels), positives, negatives)
        held += low <= true <= high
    return held / number


def others(number: int) -> Iterator[tuple[str, str, float]]:
    """Yield what else has an interval, the case, and its coverage."""
    few = max(1, number // 4)
    """Where each evaluation is a simulation of its own."""
    for families, boxes, spread, gap in PAIRED:
        named = f"{plural(families, 'family', 'families')} of {boxes} boxes"
        case = f"{named}, true difference {gap}, sd between families {spread}"
        held, small = paired_coverage(numpy.random.default_rng(2), few, families, boxes, spread, gap)
        yield "paired difference", case, held
        if not gap:
            yield "p above 0.05 where there is no difference", case, 1 - small
    for means, instances, runs in GIVEN:
        told = f"{len(means)} given boxes, true means {min(means):g} to {max(means):g}, {instances} instances each"
        held = given_coverage(numpy.random.default_rng(6), few, means, instances, runs)
        yield "mean over given boxes", f"{told}, {plural(runs, 'run')}", held
    for boxes, answers, spread in ((8, 4, 0.2), (20, 4, 0.2), (60, 8, 0.1)):
        found = calibration_coverage(numpy.random.default_rng(3), few, boxes, answers, spread)
        for name, held in found.items():
            yield name, f"{boxes} boxes, {answers} answers on each", held
    for explorations, samples, lost, gained in MEMORIZED:
        case = f"{explorations} explorations, {plural(samples, 'pair')} of each, true value {lost}"
        both = memorization_coverage(numpy.random.default_rng(4), number, explorations, samples, lost, gained)
        yield "LiMem", case, both[0]
        yield "LiMem minus asking again", f"{case} minus {gained}", both[1]
    for positives, negatives, true in ((5, 5, 0.95), (5, 40, 0.75), (20, 20, 0.95), (60, 60, 0.5)):
        case = f"{positives} and {negatives} instances, true value {true}"
        yield (
            "area under the ROC curve",
            case,
            area_coverage(numpy.random.default_rng(5), number, positives, negatives, true),
        )


def main() -> None:
    """Print two Markdown tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--evaluations", type=int, default=4_000)
    number = parser.parse_args().evaluations
    print("| families | boxes in each | sd between families | mean | coverage | taking samples as independent |")
    print("|---|---|---|---|---|---|")
    for case in CASES:
        found = [measure(numpy.random.default_rng(1), number, *case) for measure in (coverage, naive)]
        boxes = case[1] if isinstance(case[1], int) else f"{min(case[1])} to {max(case[1])}"
        print(f"| {case[0]} | {boxes} | {case[2]} | {case[3]} | {found[0]:.3f} | {found[1]:.3f} |", flush=True)
    print("\n| interval of | case | coverage |\n|---|---|---|")
    for name, told, held in others(number):
        print(f"| {name} | {told} | {held:.3f} |", flush=True)


if __name__ == "__main__":
    main()
