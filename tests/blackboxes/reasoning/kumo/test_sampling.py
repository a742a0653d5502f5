"""Instances: certified, without duplicates, the same bytes for the same seed, and a clear error if there are none."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, OutcomeState, parse_domain
from boxwright.blackboxes.reasoning.kumo.instances.certify import check_instance
from boxwright.blackboxes.reasoning.kumo.instances.game import members
from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance, Instance, game_of, parse_instance
from boxwright.blackboxes.reasoning.kumo.instances.sampling import CannotBeMade, Sizes, generate, number_between, room
from boxwright.blackboxes.seeds import stream
from tests.blackboxes.reasoning.kumo.published import domain_of, instance_list, needs_published
from tests.blackboxes.reasoning.kumo.test_domains import small


def colours(truths: int = 12, actions: int = 10) -> Domain:
    """A sound domain of any size: every action splits the truths in three, every second one by a number."""
    draw = stream("colours", truths, actions)
    names = [f"truth {i}" for i in range(truths)]
    outcomes = {}
    for a in range(actions):
        order = draw.sample(names, truths)
        parts = [order[i::3] for i in range(3)]
        values = ["red", "green", "blue"] if a % 2 else [[0, 1], [1, 5.5], [5.5, 9]]
        outcomes[f"action {a}"] = {
            "type": "str" if a % 2 else "float",
            "states": [{"value": v, "rules_out": part} for v, part in zip(values, parts, strict=True)],
        }
    return parse_domain({"domain": "colours", "truths": names, "actions": list(outcomes), "outcomes": outcomes}, "test")


def make(domain: Domain, sizes: Sizes, count: int, seed: int = 1) -> list[Instance]:
    return list(islice(generate(domain, sizes, seed), count))


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 8), st.integers(2, 8), st.integers(1, 3), st.integers(0, 10**9))
def test_every_instance_is_what_was_asked_for(truths: int, actions: int, valid: int, seed: int) -> None:
    try:
        made = make(colours(), Sizes(truths, actions, valid), 4, seed)
    except CannotBeMade as refusal:
        assert "constraint" in str(refusal) or "leaves nothing" in str(refusal) or "only one answer" in str(refusal)
        return
    for instance in made:
        assert (len(instance.truths), len(instance.actions), len(instance.valid)) == (truths, actions, valid)
        game = game_of(instance)
        assert game.revealed is not None
        alive = game.everything
        for mask in game.revealed:
            alive &= ~mask
        assert alive == game.valid
        assert check_instance(instance) == []
        for action in instance.actions:
            observed = (instance.observations or {})[action]
            assert sum(s.matches(observed) for s in (instance.outcomes or {})[action].states) == 1
    keys = {(frozenset(i.truths), str(sorted((i.observations or {}).items()))) for i in made}
    assert len(keys) == len(made)


def test_another_answer_is_possible_by_brute_force() -> None:
    for instance in make(colours(), Sizes(4, 4), 20):
        game = game_of(instance)
        reached = {game.everything}
        for states in game.states:
            reached = {alive & ~mask for alive in reached for mask in states}
        assert len([alive for alive in reached if alive.bit_count() == 1]) > 1


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "from tests.blackboxes.reasoning.kumo.test_sampling import *\n"
        "print([i.model_dump_json() for i in make(colours(), Sizes(5, 6), 5)])"
    )
    root = Path(__file__).resolve().parents[4]
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_the_first_instances_do_not_depend_on_how_many_are_drawn() -> None:
    assert make(colours(), Sizes(4, 5), 3) == make(colours(), Sizes(4, 5), 6)[:3]
    assert make(colours(), Sizes(4, 5), 3) != make(colours(), Sizes(4, 5), 3, seed=2)


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        (Sizes(4, 4, 4), "leaves nothing to rule out"),
        (Sizes(13, 4), "has 12 truths, 13 were asked for"),
        (Sizes(4, 11), "has 10 actions, 11 were asked for"),
        (Sizes(4, 0), "must be 1 or more"),
        (Sizes(12, 2), "constraint 2"),
    ],
)
def test_sizes_that_cannot_be_say_why(sizes: Sizes, words: str) -> None:
    with pytest.raises(CannotBeMade, match=words):
        make(colours(), sizes, 1)


def test_a_truth_that_nothing_rules_out_is_named_as_the_third_constraint() -> None:
    data = small()
    data["truths"].append("elk")
    with pytest.raises(CannotBeMade, match="constraint 3"):
        make(parse_domain(data, "test"), Sizes(4, 2), 1)


def test_a_changed_instance_is_found_out() -> None:
    (instance,) = make(colours(), Sizes(4, 5), 1)
    other = next(t for t in instance.truths if t != instance.valid_truth)
    changed = instance.model_copy(update={"valid_truth": other})
    assert any("was changed" in fault for fault in check_instance(changed))
    assert any("is ruled out" in fault for fault in check_instance(changed))


def test_an_unknown_outcome_is_found_out() -> None:
    (instance,) = make(colours(), Sizes(4, 5), 1)
    action = instance.actions[0]
    changed = instance.model_copy(update={"observations": (instance.observations or {}) | {action: "purple"}})
    assert any("'purple', which matches 0" in fault for fault in check_instance(changed))


ENDS = st.floats(-1e300, 1e300)


@given(ENDS, st.one_of(ENDS, st.integers(1, 5)), st.integers(0, 1000))
def test_numbers_lie_strictly_inside(low: float, end: float, seed: int) -> None:
    high = low + end * math.ulp(low) if isinstance(end, int) else end
    low, high = sorted((low, high))
    if math.nextafter(low, high) < high:
        assert low < number_between(low, high, stream("n", seed)) < high


@given(st.lists(ENDS, min_size=2, max_size=5, unique=True), st.integers(0, 1000))
def test_what_is_drawn_for_an_outcome_is_no_other(ends: list[float], seed: int) -> None:
    ends = sorted({*ends, *(math.nextafter(end, math.inf) for end in ends)})
    states = [OutcomeState(value=[low, high], rules_out=[]) for low, high in pairwise(ends)]
    for place in range(len(states)):
        for low, high in room(states, place):
            number = number_between(low, high, stream("n", seed))
            assert [i for i, state in enumerate(states) if state.matches(number)] == [place]


def test_sizes_that_nothing_can_play_are_refused() -> None:
    with pytest.raises(CannotBeMade, match="at most 62 of each can be played"):
        make(colours(70, 10), Sizes(65, 8), 1)


@pytest.mark.parametrize("line", [{}, {"truths": ["a"], "actions": ["b"], "valid_truth": "z"}, [], {"truths": 3}])
def test_a_broken_line_is_a_clear_fault(line: object) -> None:
    with pytest.raises(FaultyInstance):
        game_of(parse_instance(line, "file:1").with_outcomes(colours()))


@needs_published
def test_published_faults_are_those_known() -> None:
    bad = {
        i.seed: check_instance(i.with_outcomes(domain_of("SorcererEnv"))) for i in instance_list("SorcererEnv", "easy")
    }
    assert any("matches 2" in fault for faults in bad.values() for fault in faults)
    for name in ("MedicalEnv", "ChemicalEnv", "MusicEnv", "EducationEnv"):
        domain = domain_of(name)
        for instance in instance_list(name, "hard"):
            faults = check_instance(instance.with_outcomes(domain))
            assert [fault for fault in faults if not fault.startswith("only one answer")] == []


@needs_published
def test_thirty_five_published_hard_instances_have_one_answer_but_for_fantasy() -> None:
    clear = 0
    for name in ("MedicalEnv", "ChemicalEnv", "MusicEnv", "EducationEnv"):
        domain = domain_of(name)
        clear += sum(bool(check_instance(i.with_outcomes(domain))) for i in instance_list(name, "hard"))
    assert 0 < clear <= 35  # the facts count 35 over five domains; the fifth is not among the published files here


def test_members_and_masks_agree() -> None:
    assert [members(mask) for mask in (0, 1, 6)] == [[], [0], [1, 2]]
