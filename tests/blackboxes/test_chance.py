"""Chance: what one answer earns in tests as they are played, chosen on other episodes than it is scored on."""

from __future__ import annotations

from collections import Counter
from operator import eq
from random import Random
from statistics import fmean
from typing import Any

import pytest

from boxwright.blackboxes.families.chance import constant_level, played_tests, truths_of
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Plan


def drawn(answers: int, episodes: int = 24, seed: int = 1) -> list[list[int]]:
    rng = Random(seed)
    return [[rng.randrange(answers) for _ in range(8)] for _ in range(episodes)]


def test_answers_that_are_equally_likely_are_worth_their_share() -> None:
    """The luckiest of fifty is right on three times as many of the tests that it was chosen by."""
    found = drawn(50)
    luckiest = max(Counter(truth for tests in found for truth in tests).values()) / (24 * 8)
    assert luckiest > 0.04
    levels = [constant_level(drawn(50, seed=seed), eq) for seed in range(20)]
    assert fmean(levels) == pytest.approx(0.02, abs=0.01)


def test_an_answer_that_never_comes_again_is_worth_nothing() -> None:
    assert constant_level([[8 * episode + test for test in range(8)] for episode in range(24)], eq) == 0


def test_an_answer_of_each_episode_is_worth_its_share() -> None:
    numbers = [[0, *(8 * episode + test for test in range(1, 8))] for episode in range(24)]
    assert constant_level(numbers, eq) == pytest.approx(1 / 8)
    assert constant_level([[1.0, 1.4, 9.0]] * 4, lambda truth, answer: abs(truth - answer) < 0.5) == pytest.approx(
        2 / 3
    )


@pytest.mark.parametrize("name", ["code/kmp", "code/exgcd", "circuit/and_tree", "puzzle/single_battleship"])
def test_chance_is_what_one_answer_earns_in_other_episodes(opened: Any, name: str) -> None:
    """It was 20 to 39 % of the drawn inputs, or 11 % of what was hidden, by which the answer had been chosen."""
    box = opened(name)
    levels = [box.chance_level(seed) for seed in (1, 2, 3)]
    assert max(levels) - min(levels) < 0.06
    known, asked = ([truth for tests in truths_of(played_tests(box, seed)) for truth in tests] for seed in (11, 12))
    ((answer, _),) = Counter(known).most_common(1)
    assert fmean(levels) == pytest.approx(asked.count(answer) / len(asked), abs=0.05)


def test_telling_questions_are_among_the_tests(opened: Any) -> None:
    box = opened("code/kmp")
    told = [question for group in box.telling for question in group]
    episodes = played_tests(box, 5)
    assert len(episodes) == 24
    assert all(len(tests) == 8 for tests in episodes)
    assert all(any(test.question in told for test in tests) for tests in episodes)
    plan = Plan(0, 1, 8, derive(5, "floor", 0))
    (conversation,) = box.family.conversations(box, plan)
    assert [test.question for test in episodes[0]] == [test.question for test in conversation.samples()]
