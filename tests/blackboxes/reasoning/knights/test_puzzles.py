"""The abstract puzzles against an independent brute force: worlds, steps, distributions, edits, classes."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import islice, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.knights.puzzles import solver
from boxwright.blackboxes.reasoning.knights.puzzles.classes import class_of
from boxwright.blackboxes.reasoning.knights.puzzles.edits import EDITS, EditKind, Neighbours, partner, shuffled
from boxwright.blackboxes.reasoning.knights.puzzles.generating import all_statements, census, generate, how_many
from boxwright.blackboxes.reasoning.knights.puzzles.grammar import speakers
from boxwright.blackboxes.reasoning.knights.puzzles.published import published_puzzles
from boxwright.blackboxes.reasoning.knights.puzzles.specification import (
    CannotBeMade,
    Specification,
    read_specification,
)
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    FaultyPuzzle,
    Statements,
    as_json,
    depth_of,
    is_leaf,
    leaves_of,
    read_statements,
    repeats,
    replaced,
)
from boxwright.blackboxes.reasoning.knights.puzzles.steps import (
    ORDERS,
    check,
    reason,
    reconsiders,
    solution_of,
    steps_as_json,
    steps_of_json,
)
from boxwright.blackboxes.seeds import stream
from tests.blackboxes.reasoning.knights.reference import published_steps, random_puzzle, worlds_of

PAPERS = (  # A published example, with its published transcript.
    ("and", ("telling-truth", 2), ("lying", 3)),
    ("telling-truth", 2),
    ("<=>", ("lying", 4), ("telling-truth", 4)),
    ("and", ("lying", 2), ("lying", 4)),
    ("lying", 2),
)
PAPERS_STEPS = [
    ["ok", 0, True],
    ["conflict", 2, True, 2, True],
    ["conflict", 2, False, 0, True],
    ["reconsider", 0, [2]],
    ["ok", 0, False],
    ["conflict", 2, True, 2, True],
    ["ok", 2, False],
    ["ok", 4, True],
    ["conflict", 3, True, 3, True],
    ["ok", 3, False],
    ["conflict", 1, True, 1, True],
    ["ok", 1, False],
    ["success", [False, False, False, False, True]],
]


@pytest.mark.parametrize("part", range(4))
def test_solutions_by_tables_and_by_search_equal_brute_force(part: int) -> None:
    rng = random.Random(f"worlds {part}")
    for _ in range(250):
        puzzle = random_puzzle(rng, rng.randint(1, 6), rng.randint(1, 4))
        worlds = worlds_of(puzzle)
        assert list(solver.all_solutions(puzzle)) == worlds
        assert list(solver._by_search(puzzle)) == worlds
        assert solver.solutions(puzzle) == worlds[:2]
        assert solver.is_unique(puzzle) == (len(worlds) == 1)


def test_many_people_are_solved_by_search_in_the_same_order() -> None:
    rng = random.Random("many")
    several = 0
    for _ in range(40):
        puzzle = random_puzzle(rng, 16, 2)
        found = list(islice(solver.all_solutions(puzzle), 9))
        assert found == sorted(found, reverse=True)
        assert solver.is_unique(puzzle) == (len(found) == 1)
        for world in found:
            assert _fits(puzzle, world)
        several += len(found) > 1
    assert several


def _fits(puzzle: Statements, world: tuple[bool, ...]) -> bool:
    from tests.blackboxes.reasoning.knights.reference import true_in

    return all(true_in(said, world) is role for said, role in zip(puzzle, world, strict=True))


def test_the_published_example_is_reasoned_about_as_published() -> None:
    assert steps_as_json(reason(PAPERS)) == PAPERS_STEPS


@pytest.mark.parametrize("part", range(4))
def test_steps_equal_an_independent_search_and_the_checker_accepts_them(part: int) -> None:
    rng = random.Random(f"steps {part}")
    for number in range(150):
        puzzle = random_puzzle(rng, rng.randint(1, 5), rng.randint(1, 4))
        steps = reason(puzzle)
        assert steps_as_json(steps) == published_steps(puzzle), number
        worlds = worlds_of(puzzle)
        for order in ORDERS:
            chain = reason(puzzle, order)
            assert check(puzzle, chain) == ""
            assert (solution_of(chain) in worlds) if worlds else (solution_of(chain) is None)


@pytest.mark.parametrize("people", [3, 5])
def test_steps_of_the_published_distribution_equal_an_independent_search(people: int) -> None:
    for puzzle in islice(published_puzzles(people), 60):
        assert steps_as_json(reason(puzzle)) == published_steps(puzzle)


def test_the_checker_refutes_every_change_of_a_single_step_that_is_wrong() -> None:
    rng = random.Random("wrong steps")
    refuted = 0
    for _ in range(60):
        puzzle = random_puzzle(rng, 4, 2)
        steps = reason(puzzle)
        for at, step in enumerate(steps):
            changed = list(steps)
            if step[0] == "ok":
                changed[at] = ("ok", step[1], not step[2])
            elif step[0] == "conflict":
                changed[at] = ("ok", step[1], step[2])
            elif step[0] == "success":
                changed[at] = ("success", tuple(not role for role in step[1]))
            elif step[0] == "reconsider":
                changed[at] = ("reconsider", step[1], (*step[2], step[1]))
            else:
                changed[at] = ("success", (True,) * 4)
            if step[0] == "ok" and check(puzzle, changed[: at + 1]).startswith("the steps end"):
                continue  # another order of roles, which is no fault by itself
            assert check(puzzle, changed), (puzzle, changed)
            refuted += 1
    assert refuted > 200


@pytest.mark.parametrize(
    "steps",
    [
        [],
        [["ok"]],
        [["ok", 0]],
        [["ok", 9, True], ["success", [True]]],
        [["ok", "0", True]],
        [["guess", 0, True]],
        [["success", [True, True]]],
        [["fail"]],
        [["reconsider", 0, [1]]],
        [["conflict", 0, True, 1, True]],
        [["conflict", 0, True, "x", True]],
        [[None]],
    ],
)
def test_the_checker_refutes_what_is_no_proof(steps: list[Any]) -> None:
    puzzle = (("lying", 1), ("and", ("telling-truth", 0), ("telling-truth", 1)))
    read = steps_of_json(steps)
    assert read is not None
    assert check(puzzle, read)


@pytest.mark.parametrize(
    ("people", "known"),
    [
        (2, {0: 146, 1: 399, 2: 309, 3: 45, 4: 1}),
        (3, {0: 142_620, 1: 304_276, 2: 220_933, 3: 51_108, 4: 8_727, 5: 1_200, 6: 135, 8: 1}),
    ],
)
def test_the_census(people: int, known: dict[int, int]) -> None:
    assert census(Specification(people=people)) == known


def test_the_census_by_plain_enumeration() -> None:
    for wanted in (Specification(people=2), Specification(people=2, width=3, own="any")):
        said = [list(all_statements(speaker)) for speaker in speakers(wanted)]
        counted = Counter(len(worlds_of(puzzle)) for puzzle in product(*said))
        assert census(wanted) == dict(sorted(counted.items()))
    assert how_many(Specification(people=2)) == 399


def test_all_puzzles_of_a_small_kind_are_found_and_then_it_says_so() -> None:
    wanted = Specification(people=2)
    found = list(islice(generate(wanted, 4), 399))
    assert len(set(found)) == 399
    assert all(len(worlds_of(puzzle)) == 1 for puzzle in found)
    with pytest.raises(CannotBeMade, match="399 puzzles"):
        list(generate(wanted, 4))
    assert len({class_of(puzzle) for puzzle in found}) == 77


def _expected_kinds(wanted: Specification) -> dict[str, float]:
    names = ("leaf", "not", "and", "or", "->", "<=>")
    return {name: weight / sum(wanted.weights) for name, weight in zip(names, wanted.weights, strict=True)}


@pytest.mark.parametrize(
    "wanted",
    [
        Specification(people=4),
        Specification(people=3, width=3),
        Specification(people=3, depth=3, weights=(1, 0, 2, 1, 0, 4)),
        Specification(people=13),
        Specification(people=16, weights=(3, 1, 1, 1, 1, 1)),
    ],
)
def test_statements_are_drawn_with_the_probabilities_of_the_specification(wanted: Specification) -> None:
    rng, draws = random.Random("kinds"), 6_000
    speaker = speakers(wanted)[1]
    source = speaker.source()
    drawn = [source(rng)[0] for _ in range(draws)]
    kinds = Counter("leaf" if is_leaf(said) else said[0] for said in drawn)
    for kind, share in _expected_kinds(wanted).items():
        spread = 5 * math.sqrt(draws * share * (1 - share)) + 1
        assert abs(kinds[kind] - draws * share) < spread, kind
    leaves = Counter(said for said in drawn if is_leaf(said))
    assert set(leaves) <= set(speaker.leaves)
    assert ("lying", 1) not in speaker.leaves
    for said in drawn:
        assert not repeats(said)
        assert depth_of(said) <= wanted.depth
        assert all(len(part) <= wanted.width + 1 for part in [said] if said[0] in ("and", "or"))


def test_a_wheel_and_plain_drawing_give_every_statement_equally_often() -> None:
    wanted = Specification(people=2)
    speaker = speakers(wanted)[0]
    rng, draws = random.Random("wheel"), 30_000
    source = speaker.source()
    for draw in (lambda: source(rng)[0], lambda: speaker.drawn(rng)):
        counts = Counter(draw() for _ in range(draws))
        assert set(counts) == set(all_statements(speaker))
        for said, count in counts.items():
            share = 1 / 18 if is_leaf(said) or said[0] == "not" else 1 / 36
            assert abs(count - draws * share) < 5 * math.sqrt(draws * share)


@pytest.mark.parametrize("people", [5, 16])
def test_the_conditions_hold(people: int) -> None:
    wanted = read_specification({"people": people, "distribution": "strict", "reconsiders": 2})
    for puzzle in islice(generate(wanted, 1), 15):
        assert reconsiders(reason(puzzle)) >= 2
        assert solver.is_unique(puzzle)
        for who, said in enumerate(puzzle):
            others = {leaf[1] for _, leaf in leaves_of(said)}
            assert who not in others
            small = sorted(others)
            cases = [dict(zip(small, roles, strict=True)) for roles in product((True, False), repeat=len(small))]
            worlds = [tuple(case.get(person, True) for person in range(people)) for case in cases]
            assert len({_true(said, world) for world in worlds}) == 2


def _true(said: Any, world: tuple[bool, ...]) -> bool:
    from tests.blackboxes.reasoning.knights.reference import true_in

    return true_in(said, world)


@pytest.mark.parametrize("others", [3, 25])
def test_trivial_claims_about_few_and_very_many_people_are_told_apart(others: int) -> None:
    knights = [("telling-truth", who) for who in range(1, others + 1)]
    for fields, said, allowed in (
        ({"constant": False}, ("and", *knights), True),
        ({"constant": False}, ("and", *knights, ("lying", 1)), False),
        ({"constant": False}, ("or", *knights, ("lying", 1)), False),
        ({"settled": False}, ("and", *knights), True),
        ({"settled": False}, ("and", ("lying", 0), *knights), False),
        ({"settled": False}, ("or", ("lying", 0), *knights), False),
        ({"settled": False}, ("or", ("telling-truth", 0), *knights), True),
    ):
        wanted = read_specification({"people": 30, "width": 30, "own": "any", **fields})
        assert speakers(wanted)[0].allows(said) is allowed, (fields, said)


def test_processes_change_nothing() -> None:
    wanted = Specification(people=6)
    assert list(islice(generate(wanted, 7), 300)) == list(islice(generate(wanted, 7, jobs=2), 300))


def test_several_solutions_when_they_are_wanted() -> None:
    for people in (4, 15):
        for puzzle in islice(generate(Specification(people=people, solutions="several"), 1), 5):
            assert len(solver.solutions(puzzle)) == 2


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"people": 1}, "people=1"),
        ({"people": 201}, "people=201"),
        ({"width": 1}, "width=1"),
        ({"depth": 0}, "depth=0"),
        ({"depth": 1}, "never settle everybody"),
        ({"weights": [1, 1, 0, 0, 0, 0]}, "never settle everybody"),
        ({"weights": [0, 0, 0, 0, 0, 0]}, "not all 0"),
        ({"weights": [1, 1, 1]}, "weights="),
        ({"people": 2, "width": 4}, "write width=3 or less"),
        ({"people": 3, "own": "sometimes"}, "own=sometimes"),
        ({"peple": 3}, "peple=3"),
        ({"distribution": "odd"}, "distribution=odd"),
    ],
)
def test_what_cannot_be_made_is_said_at_once(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(CannotBeMade, match=said):
        next(generate(read_specification(fields), 1))


def test_conditions_that_nothing_meets_are_given_up() -> None:
    wanted = Specification(people=4, reconsiders=500)
    with pytest.raises(CannotBeMade, match="draws gave 0 puzzles"):
        next(generate(wanted, 1))


def _brute_edits(puzzle: Statements, wanted: Specification, kind: EditKind) -> Counter[Statements]:
    [base] = worlds_of(puzzle)
    found: Counter[Statements] = Counter()
    for speaker in speakers(wanted):
        said = puzzle[speaker.who]
        if kind == "statement":
            others = list(all_statements(speaker))
        else:
            others = [
                replaced(said, path, leaf) for path, old in leaves_of(said) for leaf in speaker.leaves if leaf != old
            ]
            others = [other for other in others if not repeats(other)]
        for other in others:
            edited = (*puzzle[: speaker.who], other, *puzzle[speaker.who + 1 :])
            worlds = worlds_of(edited)
            if len(worlds) == 1 and worlds[0] != base:
                found[edited] += 1
    return found


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (Specification(people=2), 40),
        (Specification(people=3), 8),
        (Specification(people=2, depth=3, width=3), 2),
        (Specification(people=2, width=3, own="any", weights=(1, 0, 2, 1, 0, 1)), 10),
    ],
)
@pytest.mark.parametrize("kind", EDITS)
def test_all_edits_are_those_of_brute_force(wanted: Specification, count: int, kind: EditKind) -> None:
    for puzzle in islice(generate(wanted, 3), count):
        near = Neighbours(puzzle, wanted, kind)
        if wanted.depth == 3 and kind == "statement":
            near_statements = [near.at(rank).statements for rank in range(0, near.total, max(1, near.total // 40))]
            assert all(len(worlds_of(edited)) == 1 for edited in near_statements)
            continue
        edited = [near.at(rank) for rank in range(near.total)]
        assert Counter(found.statements for found in edited) == _brute_edits(puzzle, wanted, kind)
        assert all(worlds_of(found.statements) == [found.solution] for found in edited)


def test_statement_edits_of_depth_three_are_counted_right() -> None:
    wanted = Specification(people=2, depth=3, weights=(1, 1, 1, 0, 0, 1))
    [puzzle] = islice(generate(wanted, 5), 1)
    assert Neighbours(puzzle, wanted, "statement").total == sum(_brute_edits(puzzle, wanted, "statement").values())


def test_edits_of_many_people_leave_one_other_solution() -> None:
    wanted = Specification(people=16)
    for puzzle in islice(generate(wanted, 1), 3):
        for kind in EDITS:
            edited = partner(puzzle, wanted, kind, stream(1))
            assert edited is not None
            assert solver.solutions(edited.statements) == [edited.solution] != solver.solutions(puzzle)
            assert sum(a != b for a, b in zip(edited.statements, puzzle, strict=True)) == 1


def test_an_edit_is_drawn_uniformly() -> None:
    wanted = Specification(people=3)
    puzzle = next(p for p in generate(wanted, 8) if 4 <= Neighbours(p, wanted, "leaf").total <= 6)
    near, rng = Neighbours(puzzle, wanted, "leaf"), stream(2)
    counts = Counter(edited.statements for edited in (near.draw(rng) for _ in range(3_000)) if edited)
    assert len(counts) == near.total
    assert all(abs(count - 3_000 / near.total) < 5 * math.sqrt(3_000 / near.total) for count in counts.values())
    orders = Counter(tuple(shuffled(3, rng)) for _ in range(6_000))
    assert len(orders) == 6
    assert all(abs(count - 1_000) < 5 * math.sqrt(1_000) for count in orders.values())


@pytest.mark.parametrize(
    ("people", "count", "leaf", "never"), [(2, 300, 76.5, 1), (3, 1100, 93.4, 2), (4, 1100, 95.4, 2)]
)
def test_the_published_validity_of_leaf_edits(people: int, count: int, leaf: float, never: int) -> None:
    puzzles = list(islice(published_puzzles(people), count))
    wanted, training = Specification(people=people), puzzles[100:]
    valid = sum(Neighbours(puzzle, wanted, "leaf", doubled=True).total > 0 for puzzle in training)
    assert round(100 * valid / len(training), 1) == leaf
    assert sum(Neighbours(puzzle, wanted, "statement").total == 0 for puzzle in puzzles) == never


def _renamed(puzzle: Any, order: Any) -> Any:
    def names(said: Any) -> Any:
        return (said[0], order[said[1]]) if is_leaf(said) else (said[0], *map(names, said[1:]))

    found: list[Any] = [None] * len(puzzle)
    for who, said in enumerate(puzzle):
        found[order[who]] = names(said)
    return tuple(found)


def _same(one: Any, other: Any) -> bool:
    """Whether two puzzles are renamed copies, by trying every renaming."""
    return any(_sorted(_renamed(one, order)) == _sorted(other) for order in permutations(range(len(one))))


def _sorted(puzzle: Any) -> Any:
    def plain(said: Any) -> Any:
        if is_leaf(said):
            return said
        parts = [plain(part) for part in said[1:]]
        if said[0] == "not" and is_leaf(parts[0]):
            return ({"lying": "telling-truth", "telling-truth": "lying"}[parts[0][0]], parts[0][1])
        return (said[0], *(sorted(parts, key=repr) if said[0] in ("and", "or", "<=>") else parts))

    return [plain(said) for said in puzzle]


def test_classes_equal_trying_every_renaming() -> None:
    rng = random.Random("classes")
    same = 0
    for _ in range(400):
        people = rng.randint(2, 4)
        one, other = random_puzzle(rng, people, rng.randint(1, 2)), random_puzzle(rng, people, 1)
        if rng.random() < 0.5:
            other = _renamed(one, rng.sample(range(people), people))
        assert (class_of(one) == class_of(other)) == _same(one, other)
        same += class_of(one) == class_of(other)
    assert 150 < same < 350


def test_classes_of_very_symmetric_puzzles_are_found_quickly() -> None:
    pairs = tuple(("telling-truth", who ^ 1) for who in range(14))
    order = random.Random(1).sample(range(14), 14)
    assert class_of(pairs) == class_of(_renamed(pairs, order))
    assert class_of(pairs) != class_of(tuple(("telling-truth", who) for who in range(14)))


@given(st.integers(0, 10**9))
def test_statements_as_json_are_read_back(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng, rng.randint(1, 5), 4)
    assert read_statements([as_json(said) for said in puzzle]) == puzzle


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "must be a list"),
        ([], "must be a list"),
        ([["xor", ["lying", 0], ["lying", 0]]], "no operator 'xor'"),
        ([["lying", 1]], "no person 1"),
        ([["lying", -1]], "no person -1"),
        ([["lying", True]], "number of one person"),
        ([["lying", "0"]], "number of one person"),
        ([["lying"]], "number of one person"),
        ([["not"]], "takes 1 statement"),
        ([["and", ["lying", 0]]], "two or more"),
        ([["->", ["lying", 0]]], "takes 2 statements"),
        ([["<=>", ["lying", 0], ["lying", 0], ["lying", 0]]], "takes 2 statements"),
        ([["and", ["lying", 0], "x"]], "is no statement"),
        ([[3, 4]], "is no statement"),
        (["lying"], "is no statement"),
        ([["lying", 0]] * 1001, "at most 1,000"),
    ],
)
def test_a_bad_puzzle_is_refused_in_words(data: Any, said: str) -> None:
    with pytest.raises(FaultyPuzzle, match=said):
        read_statements(data)


def test_deep_nesting_is_refused() -> None:
    said: Any = ["lying", 0]
    for _ in range(100):
        said = ["not", said]
    with pytest.raises(FaultyPuzzle, match="60 levels"):
        read_statements([said])
