"""Wording and reading back are inverse, and each change of wording changes one thing."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.knights.language.surface import (
    LANGUAGES,
    WORDINGS,
    Surface,
    answer_text,
    draw_surface,
    parse,
    reasoning_text,
    render,
)
from boxwright.blackboxes.reasoning.knights.language.tongue import Misread
from boxwright.blackboxes.reasoning.knights.language.words import MOST_PEOPLE, NAMES, PAIRS, ROLES
from boxwright.blackboxes.reasoning.knights.play.answers import read_answer
from boxwright.blackboxes.reasoning.knights.puzzles.generating import generate
from boxwright.blackboxes.reasoning.knights.puzzles.solver import solutions
from boxwright.blackboxes.reasoning.knights.puzzles.specification import CannotBeMade, Specification
from boxwright.blackboxes.reasoning.knights.puzzles.steps import reason
from tests.blackboxes.reasoning.knights.reference import random_puzzle


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(sorted(LANGUAGES)), st.sets(st.sampled_from(WORDINGS)))
def test_a_worded_puzzle_is_read_back(seed: int, language: str, changes: set[str]) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng, rng.randint(2, 7), rng.randint(1, 6))
    surface = draw_surface(len(puzzle), language, seed)
    for change in WORDINGS:
        surface = surface.changed(change, seed) if change in changes else surface
    assert parse(render(puzzle, surface), surface) == puzzle


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(sorted(LANGUAGES)))
def test_different_claims_are_worded_differently(seed: int, language: str) -> None:
    rng = random.Random(seed)
    surface = draw_surface(3, language, 1)
    one, other = random_puzzle(rng, 3, 4), random_puzzle(rng, 3, 4)
    assert (render(one, surface) == render(other, surface)) == (one == other)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_name_is_within_another_or_within_a_role_word(language: str) -> None:
    names = [name for (of, _), listed in NAMES.items() if of == language for name in listed]
    assert len(set(names)) == len(names)
    words = [*names, *(word for pair in ROLES[language] for role in (pair.knight, pair.knave) for word in (role.one,))]
    assert len(ROLES[language]) == PAIRS
    for name in names:
        assert not [word for word in words if word != name and name.casefold() in word.casefold()], name
    for pair in ROLES[language]:
        assert pair.knight.one not in pair.knave.one
        assert pair.knave.one not in pair.knight.one


def _swapped(text: str, words: Mapping[str, str]) -> str:
    found = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    bounded = rf"\b(?:{found})\b" if all(word.isascii() for word in words) else found
    return re.sub(bounded, lambda match: words[match.group()], text)


def _pairs(one: Surface, other: Surface) -> dict[str, str]:
    """Every word form of one surface's roles, and the other's in its place."""
    found = {}
    for knight in (True, False):
        before, after = one.roles.of(knight), other.roles.of(knight)
        found |= {before.a: after.a, before.many: after.many, before.one: after.one}
    return found


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_each_wording_changes_exactly_one_thing(language: str) -> None:
    for seed, puzzle in enumerate(islice(generate(Specification(people=5), 2), 25)):
        base = draw_surface(5, language, seed)
        text = render(puzzle, base)
        names = base.changed("names", seed)
        assert _swapped(render(puzzle, names), dict(zip(names.people, base.people, strict=True))) == text
        roles = base.changed("roles", seed)
        assert _swapped(render(puzzle, roles), _pairs(roles, base)) == text
        flip = base.changed("flip", seed)
        assert _swapped(render(puzzle, flip), _pairs(flip, base)) == text
        order = base.changed("order", seed)
        lines, ordered = text.split("\n"), render(puzzle, order).split("\n")
        assert ordered != lines
        assert (ordered[:3], sorted(ordered[3:-1]), ordered[-1]) == (lines[:3], sorted(lines[3:-1]), lines[-1])
        for changed in (names, roles, flip, order):
            assert render(puzzle, changed) != text
            assert changed.sayings == base.sayings


def test_the_same_surface_exists_in_every_language() -> None:
    puzzle = next(generate(Specification(people=4), 2))
    english, chinese = draw_surface(4, "en", 9), draw_surface(4, "zh", 9)
    assert (english.names, english.sayings, english.order) == (chinese.names, chinese.sayings, chinese.order)
    assert parse(render(puzzle, english), english) == parse(render(puzzle, chinese), chinese)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_an_answer_is_read_as_it_is_written(language: str) -> None:
    rng = random.Random(language)
    for people in (2, 5, 9):
        surface = draw_surface(people, language, people).changed("flip").changed("roles", people)
        world = tuple(rng.random() < 0.5 for _ in range(people))
        reading = read_answer(f"ANSWER: {answer_text(world, surface)}", surface.people, surface.roles)
        assert reading is not None
        assert reading.roles == list(world)


def test_reasoning_is_worded_one_line_per_step() -> None:
    for puzzle in islice(generate(Specification(people=4), 3), 20):
        steps = reason(puzzle)
        for language in LANGUAGES:
            surface = draw_surface(4, language, 1)
            assert len(reasoning_text(puzzle, steps, surface).split("\n")) == len(steps)
        assert len(solutions(puzzle)) == 1


def test_every_misreading_is_refused() -> None:
    puzzle = next(generate(Specification(people=3), 2))
    surface = draw_surface(3, "en", 1)
    text = render(puzzle, surface)
    lines = text.split("\n")
    for wrong in (
        "",
        text + "\nMore.",
        "\n".join(lines[1:]),
        "\n".join([*lines[:-2], lines[-1]]),
        "\n".join([*lines[:4], lines[3], *lines[5:]]),
        text.replace("knight", "wizard"),
        text.replace(surface.people[0], "Somebody"),
    ):
        with pytest.raises(Misread):
            parse(wrong, surface)


def test_more_people_than_names_are_refused() -> None:
    with pytest.raises(CannotBeMade, match=f"there are {MOST_PEOPLE} names"):
        draw_surface(MOST_PEOPLE + 1, "en", 1)
