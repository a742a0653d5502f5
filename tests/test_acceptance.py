"""A sample of the acceptance benchmark: planted faults are refused, the paper's two among them."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from random import Random

import pytest

from benchmarks.acceptance import TARGET, refused, run, sampled, subjects
from benchmarks.planting import Mutant, all_mutants, untuned_mutants
from benchmarks.planting.mechanical import every_mutant, mechanical_mutants
from benchmarks.planting.published import published_faults
from benchmarks.planting.tables import markdown, tables
from benchmarks.planting.trial import Court, Subject
from boxwright.sandbox import Launcher

KINDS = {
    "case handling",
    "constant",
    "dropped reset",
    "dropped step",
    "hidden state",
    "missing validation",
    "off-by-one",
    "operator",
    "swapped branches",
    "unseeded randomness",
    "wall clock",
    "wrong output",
    "wrong type",
    "wrong validation",
}
DECK = "encryption/card_deck"
MOVED = """
def blackbox(bits):
    kept = list(bits)
    total = 0
    for bit in kept:
        total += bit
        kept = kept[:]
    total = total % 7
    if total > 3 and bits[0]:
        total = max(total, 5)
    else:
        total = [2, 1][total % 2]
    return {"one": total, "other": kept}
"""


@pytest.fixture(scope="module")
def mutants() -> list[Mutant]:
    (subject,) = subjects([DECK])
    return all_mutants(subject.source, ("blackbox",), 30)


def test_every_kind_of_fault_is_planted_and_every_mutant_is_another_module(mutants: list[Mutant]) -> None:
    (subject,) = subjects([DECK])
    assert {m.kind for m in mutants} == KINDS
    texts = [ast.dump(ast.parse(m.source)) for m in mutants]
    assert max(Counter(texts).values()) == 1
    assert ast.dump(ast.parse(subject.source)) not in texts


def test_no_untuned_fault_is_among_the_others(mutants: list[Mutant]) -> None:
    (subject,) = subjects([DECK])
    untuned = list(untuned_mutants(subject.source, ("blackbox",), 8))
    assert len(untuned) >= 15
    assert not {m.change for m in untuned} & {m.change for m in mutants}
    assert all(ast.parse(m.source) for m in untuned)


def test_a_sample_is_the_same_for_the_same_seed_and_holds_all_kinds(mutants: list[Mutant]) -> None:
    assert sampled(mutants, 14, 5, "x") == sampled(mutants, 14, 5, "x")
    assert sampled(mutants, 14, 5, "x") != sampled(mutants, 14, 6, "x")
    assert {m.kind for m in sampled(mutants, 14, 5, "x")} == KINDS


def test_the_original_in_other_words_is_no_fault(launcher: Launcher) -> None:
    (subject,) = subjects([DECK])
    court = Court(subject, launcher, seed=1, samples=200)
    assert court.try_out(Mutant("none", 0, "", ast.unparse(ast.parse(subject.source)))) is None


@pytest.mark.slow
def test_a_sample_of_planted_faults_is_refused(launcher: Launcher) -> None:
    families = defaultdict[str, list[Subject]](list)
    for subject in subjects(["*"]):
        families[subject.description.family].append(subject)
    some = [subject for each in families.values() for subject in Random(3).sample(each, 2)]
    trials = run(some, launcher, sample=5, seed=3, samples=500)
    assert len(trials) > 3 * len(some)
    assert refused(trials) >= TARGET, markdown(tables(trials))
    alone = sum(bool(t.alone) for t in trials)
    assert alone <= sum(bool(t.strengthened) for t in trials)


def test_the_papers_two_faults_are_refused_and_what_is_right_is_not(launcher: Launcher) -> None:
    found = published_faults(launcher)
    assert [p.version for p in found if not p.as_expected] == []
    assert {p.box for p in found if not p.right} == {"circuit/four_gates", "physics/conical_pendulum"}
    anew = next(p for p in found if p.version == "drawn anew in every call")
    assert anew.alone[0] == "deterministic"
    pendulums = [p for p in found if p.box == "physics/conical_pendulum" and not p.right]
    assert {p.strengthened for p in pendulums} == {("examples",)}


def test_a_mechanism_plants_what_no_gate_was_tuned_on() -> None:
    every = list(every_mutant(MOVED))
    assert {m.kind for m in every} == {
        "a condition lost",
        "a lost else",
        "a step on the wrong side of a loop's end",
        "another variable",
        "arguments exchanged",
        "assigned in place of added",
        "entries of a table exchanged",
        "statements exchanged",
        "the original for a copy",
    }
    assert not {m.kind for m in every} & KINDS
    plain = ast.dump(ast.parse(MOVED))
    assert all(ast.dump(ast.parse(m.source)) != plain for m in every)
    drawn = mechanical_mutants(MOVED, Random(1), 9)
    assert len({m.kind for m in drawn}) == 9, "first one of every kind"
    assert drawn == mechanical_mutants(MOVED, Random(1), 9)
    assert mechanical_mutants(MOVED, Random(1), 10_000)[:9] == drawn
