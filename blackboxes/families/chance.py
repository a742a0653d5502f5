"""Chance: what one answer, always the same, earns in tests as they are played.

The answer is chosen on some episodes and scored on others: on those that it was chosen by, the luckiest of a few dozen
answers is always right now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from statistics import fmean
from typing import Any, TypeVar

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Plan, Sample
from boxwright.sandbox import values

EPISODES = 24
SAMPLES = 8
"""Tests of an episode."""
HALVINGS = 20
"""The episodes are drawn into two halves so often."""

Answer = TypeVar("Answer")


def played_tests(box: Box[Any], seed: int) -> list[list[Sample]]:
    """Return the tests of each of several episodes without exploration, telling questions among them.

    Raises: BadOutput, SandboxError.
    """
    plans = [Plan(turns=0, shots=1, samples=SAMPLES, seed=derive(seed, "floor", n)) for n in range(EPISODES)]
    return [[test for part in box.family.conversations(box, plan) for test in part.samples()] for plan in plans]


def truths_of(episodes: Sequence[Sequence[Sample]]) -> list[list[str]]:
    """Return the tests' truths as texts that are equal where they are."""
    return [[values.dumps(test.truth) for test in tests] for tests in episodes]


def constant_level(episodes: Sequence[Sequence[Answer]], is_right: Callable[[Answer, Answer], bool]) -> float:
    """Return the share of tests, in [0, 1], that the commonest answer in other episodes gets right.

    `episodes` holds the truths of each; `is_right` is given a truth and an answer. Half of the episodes choose, the
    other half is scored, and the other way round; the mean over several drawn halvings.
    """
    truths = list(chain.from_iterable(episodes))
    numbers = iter(range(len(truths)))
    places = [[next(numbers) for _ in episode] for episode in episodes]
    rights = [[is_right(truth, answer) for truth in truths] for answer in truths]

    def share(answer: int, among: Sequence[int]) -> float:
        return fmean(rights[answer][place] for place in among)

    shares = []
    for number in range(HALVINGS):
        drawn = stream("halving", number).sample(places, len(places))
        middle = len(drawn) // 2
        one, other = (list(chain.from_iterable(half)) for half in (drawn[:middle], drawn[middle:]))
        for choosing, scored in ((one, other), (other, one)):
            shares.append(share(max(choosing, key=lambda answer: share(answer, choosing)), scored))
    return fmean(shares)
