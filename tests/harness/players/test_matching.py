"""Nuts and bolts: layouts are counted and drawn as brute force lists them; games are solved with valid queries."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.players.solvers.puzzle.matching import (
    Layout,
    Matching,
    Pair,
    Ways,
    answer_of,
    choose,
    compare,
    read,
)

PUBLIC = " ".join(Workspace(SHIPPED, True, None).description("puzzle/nuts_and_bolts").public.split())
WORDS = {-1: "small", 0: "equal", 1: "large"}
PAIRS = st.tuples(st.integers(0, 2), st.integers(0, 2))


def every_layout(size: int) -> Iterator[Layout]:
    for bolts in permutations(range(size)):
        for nuts in permutations(range(size)):
            yield tuple(zip(bolts, nuts, strict=True))


def possible(size: int, facts: Mapping[Pair, int]) -> set[Layout]:
    return {layout for layout in every_layout(size) if facts.items() <= compare(layout).items()}


@given(st.dictionaries(PAIRS, st.sampled_from([-1, 0, 1]), max_size=5))
def test_layouts_are_those_that_agree_with_the_facts(facts: dict[Pair, int]) -> None:
    ways, wanted = Ways(3, facts), possible(3, facts)
    assert ways.count() == len(wanted)
    listed = ways.layouts(36, random.Random(0))
    assert len(listed) == len(wanted)
    assert set(listed) == wanted


def test_layouts_are_drawn_equally_often() -> None:
    facts = {(0, 0): -1, (1, 2): 1}
    ways, wanted, rng = Ways(3, facts), possible(3, facts), random.Random(5)
    assert len(wanted) > 6
    drawn = Counter(layout for _ in range(600) for layout in ways.layouts(5, rng))
    assert set(drawn) == wanted
    expected = 3_000 / len(wanted)
    chi_squared = sum((drawn[layout] - expected) ** 2 / expected for layout in wanted)
    assert chi_squared < 3 * len(wanted)


def test_all_layouts_of_eight_are_counted() -> None:
    assert Ways(8, {}).count() == 40_320**2


def test_the_pair_that_decides_is_asked() -> None:
    one, other = ((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 2), (2, 1))
    (pair,) = choose([one, other], 1)
    assert compare(one)[pair] != compare(other)[pair]


def told(layout: Layout, query: list[list[int]]) -> str:
    signs = compare(layout)
    return ", ".join(WORDS[signs[bolt - 1, nut - 1]] for bolt, nut in query)


@given(st.permutations(range(5)), st.permutations(range(5)), st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_any_five_are_matched_with_valid_queries(bolts: list[int], nuts: list[int], seed: int) -> None:
    hidden = tuple(zip(bolts, nuts, strict=True))
    known = Matching(5, 3, random.Random(seed))
    for turn in range(1, 10):
        query = known.best(turn)
        assert len(query) == 3
        assert all(1 <= bolt <= 5 and 1 <= nut <= 5 for bolt, nut in query)
        known.learn(query, told(hidden, query), turn)
        assert all(sorted(answer) == [1, 2, 3, 4, 5] for answer in known.ranked())
    assert known.ranked() == [[nut + 1 for nut in answer_of(hidden)]]


def test_the_same_seed_plays_the_same_game() -> None:
    hidden = tuple(zip((4, 0, 2, 1, 3), (1, 3, 0, 4, 2), strict=True))

    def game() -> list[list[list[int]]]:
        known, asked = Matching(5, 2, random.Random(3)), []
        for turn in range(1, 5):
            asked.append(known.best(turn))
            known.learn(asked[-1], told(hidden, asked[-1]), turn)
        return asked

    assert game() == game()


@pytest.mark.parametrize("feedback", ["equal, large", "small", "large, wide", "", "large, small"])
def test_feedback_that_cannot_be_changes_nothing(feedback: str) -> None:
    known = Matching(4, 2, random.Random(0))
    known.learn([[1, 1], [2, 2]], "equal, large", 1)
    before = known.ways.facts
    known.learn([[1, 2], [2, 2]], feedback, 2)
    assert known.ways.facts == before == {(0, 0): 0, (1, 1): 1}


def test_a_contradiction_of_two_pairs_of_one_query_changes_nothing() -> None:
    known = Matching(4, 2, random.Random(0))
    known.learn([[1, 1], [2, 1]], "equal, equal", 1)
    assert known.ways.facts == {}


def test_numbers_are_read_from_the_public_part() -> None:
    known = read(PUBLIC, random.Random(0))
    assert known is not None
    assert (known.size, known.pairs) == (8, 3)
    fewer = read(PUBLIC.replace("eight", "five").replace("is three pairs", "is two pairs"), random.Random(0))
    assert fewer is not None
    assert (fewer.size, fewer.pairs) == (5, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("eight", "ten"),
        ("eight nuts", "seven nuts"),
        ('"large"', '"huge"'),
        ("three pairs", "many pairs"),
        (PUBLIC, ""),
    ],
)
def test_what_is_another_puzzle_is_not_tried(old: str, new: str) -> None:
    assert read(PUBLIC.replace(old, new), random.Random(0)) is None
