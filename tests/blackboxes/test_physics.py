"""The physics family: times in, positions out, a stated tolerance, and no way for NaN to pass."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.families.physics.family import Bodies, PhysicsFamily, TimeRules, Tolerance
from boxwright.blackboxes.faults import DescriptionFault, InvalidReply
from boxwright.blackboxes.stated import final_line
from boxwright.blackboxes.types import Feedback, Plan, Refusal, Score
from boxwright.harness.direct_call import answer_line
from boxwright.harness.episode import play
from boxwright.harness.gates import GATES, run_gates
from boxwright.harness.players.builtin import BuiltinPlayer
from tests.blackboxes.hostile import hostile_replies, outcome
from tests.conftest import describe

Make = Callable[..., Box]
FRONT = """\
difficulty: easy
domain: {min_t: 0, max_t: 20, decimals: 2, objects: [a, b]}
examples:
  - {input: 0, output: {a: [0, 2, 0], b: [1, 0, 0]}}
  - {input: 1.57, output: {a: [3.14, 0.00, 0], b: [0.0008, 1, 0]}}
  - {input: 20, output: {a: [40, 0.82, 0], b: [0.408, 0.913, 0]}}
properties:
  - {says: b stays on the unit circle, check: 'abs(output["b"][0]**2 + output["b"][1]**2 - 1) < 1e-9'}
parameters: {absolute: 0.01, relative: 0}
"""
RULE = "Body a drifts with x = 2t and swings with y = 2 cos t; body b goes round the unit circle once in 2 pi seconds."
MODULE = """\
import math

def describe():
    return {"objects": ["a", "b"]}

def blackbox(t):
    return {"a": [2 * t, 2 * math.cos(t), 0.0], "b": [math.cos(t), math.sin(t), 0]}
"""
FAMILY = get_family("physics")
RULES: TimeRules = FAMILY.read(describe("physics/x", FRONT, RULE))
SHAPE = Bodies(("a", "b"))
ONE = Bodies(("ball",))


def parse(text: str, shape: Bodies = SHAPE) -> dict[str, list[float]]:
    assert isinstance(FAMILY, PhysicsFamily)
    return FAMILY.parse_output(RULES, shape, text)


def test_an_honest_module_passes_all_eight(make_box: Make) -> None:
    results = run_gates(make_box(describe("physics/circles", FRONT, RULE), MODULE))
    assert [r.gate for r in results] == list(GATES)
    assert all(r.passed for r in results), [f for r in results for f in r.findings]


BROKEN = {
    "wrong formula": ("examples", "wrong", MODULE.replace("2 * t,", "2 * t + 0.02,")),
    "leaves its circle": ("examples", "property", MODULE.replace("math.sin(t), 0]", "math.sin(t) + (7 < t < 9), 0]")),
    "two coordinates": ("loads", "shape", MODULE.replace(", 0.0]", "]")),
    "a body too few": ("loads", "shape", MODULE.replace(', "b": [math.cos(t), math.sin(t), 0]', "")),
    "other names": ("loads", "shape", MODULE.replace('"b"', '"c"')),
    "NaN": ("loads", "refused", MODULE.replace("0.0]", "math.nan]")),
    "booleans": ("loads", "shape", MODULE.replace("0.0]", "False]")),
    "texts": ("loads", "shape", MODULE.replace("0.0]", "'0']")),
    "raises late": ("domain", "raised", MODULE.replace("def blackbox(t):", "def blackbox(t):\n    assert t != 19.99")),
    "noise": ("deterministic", "differs", "import random\nK = random.random()\n" + MODULE.replace("0.0]", "K]")),
    "too large for its tolerance": ("loads", "shape", MODULE.replace("0.0]", "1e15 + 0.375]")),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_module_is_refused(name: str, make_box: Make) -> None:
    gate, kind, source = BROKEN[name]
    refused = next(r for r in run_gates(make_box(describe("physics/circles", FRONT, RULE), source)) if not r.passed)
    assert (refused.gate, refused.findings[0].kind) == (gate, kind), refused.findings


def test_a_body_at_rest_leaves_nothing_to_discover(make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {max_t: 20}\n"
    source = 'def describe(): return {"objects": ["a"]}\ndef blackbox(t): return {"a": [0, 0, t / 3000]}\n'
    refused = next(r for r in run_gates(make_box(describe("physics/still", front, "Rest."), source)) if not r.passed)
    assert (refused.gate, refused.findings[0].kind) == ("players", "uniform")


def test_the_oracle_scores_full_whatever_the_tolerance(make_box: Make) -> None:
    for parameters in ("{absolute: 1.0e-6, relative: 0}", "{absolute: 10, relative: 0.1}"):
        front = FRONT.split("examples:")[0] + f"parameters: {parameters}\n"
        box = make_box(describe("physics/circles", front, RULE), MODULE)
        record = play(box, Plan(turns=2, shots=1, samples=20, seed=1), BuiltinPlayer("oracle", 1))
        assert [s.outcome for s in record.samples] == ["right"] * 20


@pytest.mark.parametrize(
    "text",
    [
        "a: (1, 2, 3); b: (-4.5, .5, 6e1)",
        "b: (-4.5, 0.5, 60), a: (1, 2, 3)",
        '{"a": [1, 2, 3], "b": [-4.5, 0.5, 60.0]}',
        "{'a': (1, 2, 3), 'b': (-4.5, 0.5, 60)}",
        "a = [1 2 3]; b = [-4.5 0.5 60]",
        "A: 1, 2, 3; B: \u22124.5, 0.5, 60",
        "a: (1 m, 2 m, 3 m); b: (-4.5 m, 0.5 m, 60 m)",
        "a: (1, 2, 3) m; b: (-4.5, 0.5, 60) metres",
        "a: (x=1, y=2, z=3); b: (x = -4.5, y = 0.5, z = 60)",
        "**a**: (1, 2, 3); **b**: (-4.5, 0.5, 60)",
        "a: (1, 2, 3)\nb: (-4.5, 0.5, 60)",
        "- a: (1, 2, 3)\n- b: (-4.5, 0.5, 60)",
        "1. a: (1, 2, 3)\n2. b: (-4.5, 0.5, 60)",
        "$a: \\left(1, 2, 3\\right)$; $b: \\left(-4.5, 0.5, 60\\right)$",
        "`a`: (1, 2, 3); `b`: (-4.5, 0.5, 60)",
    ],
)
def test_positions_are_read_in_many_forms(text: str) -> None:
    assert parse(text) == {"a": [1, 2, 3], "b": [-4.5, 0.5, 60]}


def test_a_single_body_needs_no_name() -> None:
    for text in ("1, 2, 3", "(1, 2, 3)", "[1, 2, 3]", "ball: (1, 2, 3)", '{"ball": [1, 2, 3]}'):
        assert parse(text, ONE) == {"ball": [1, 2, 3]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1, 2, 3",
        "a: (1, 2, 3)",
        "a: (1, 2, 3); a: (1, 2, 3)",
        "a: (1, 2); b: (1, 2)",
        "a: (1, 2, 3, 4); b: (1, 2, 3)",
        "a: (nan, 2, 3); b: (1, 2, 3)",
        "a: (inf, 2, 3); b: (1, 2, 3)",
        "a: (1e999, 2, 3); b: (1, 2, 3)",
        "a: (1,2,3)b: (1,2,3)",
        "a: (1, 2, 3); b: (1, 2, 3); c: (1, 2, 3)",
        "a: ('1', '2', '3'); b: (1, 2, 3)",
        "a: (1/2, 2, 3); b: (1, 2, 3)",
        "a: ([1], [2], [3]); b: (1, 2, 3)",
        "a: (1-2, 2, 3); b: (1, 2, 3)",
        "a: (True, 2, 3); b: (1, 2, 3)",
        "a: (1, 2, 3) cm; b: (1, 2, 3)",
        '{"a": ["nan", "nan", "nan"], "b": [1, 2, 3]}',
        "\u0661, 2, 3",
        "a: (1,,2,3); b: (1, 2, 3)",
        "a: (1, 2, 3); b: (1, 2, 3)" + " " * 20_000,
        "a" + " " * 9_900 + "z",
        "a:" + " " * 4_000 + "(" + " " * 4_000 + "z",
        "a: (1" + " " * 9_000 + "z",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidReply):
        parse(text)


COORDINATE = st.floats(-1e7, 1e7)


@given(st.lists(COORDINATE, min_size=3, max_size=3), st.floats(1e-6, 10), st.floats(0, 0.1))
def test_a_rendered_truth_is_right_and_twice_the_tolerance_is_wrong(
    where: list[float], absolute: float, relative: float
) -> None:
    tolerance = RULES.tolerance.model_copy(update={"absolute": absolute, "relative": relative})
    family, rules = PhysicsFamily(), replace(RULES, tolerance=tolerance)
    line = final_line(f"ANSWER: {family.render(rules, {'ball': where})}", "ANSWER")
    assert line is not None
    answer = family.parse_output(rules, ONE, line)
    assert family.compare(rules, {"ball": where}, answer).right
    for axis in range(3):
        off = [c + 2 * tolerance.around(c) * (i == axis) for i, c in enumerate(where)]
        assert not family.compare(rules, {"ball": where}, {"ball": off}).right
    assert not family.compare(rules, {"ball": where}, {"ball": [math.nan] * 3}).right


@pytest.mark.parametrize(
    ("text", "time"), [("1.5", 1.5), ("t = 2", 2.0), ("3 s", 3.0), ("`.25`", 0.25), ("+4.50", 4.5)]
)
def test_times_are_read(text: str, time: float, make_box: Make) -> None:
    box = make_box(describe("physics/circles", FRONT, RULE), MODULE)
    chapter = next(iter(FAMILY.conversations(box, Plan(turns=1, shots=1, samples=1, seed=0))))
    result = outcome(chapter.turn(1), f"QUERY: {text}")
    assert isinstance(result, Feedback)
    assert result.query == time
    assert result.text.startswith("Time: ")


@given(st.integers(-10_000, 10_000), st.sampled_from([-1, 1]), st.integers(0, 3))
def test_off_by_exactly_the_tolerance_is_right(steps: int, sign: int, digits: int) -> None:
    family = PhysicsFamily()
    rules = replace(RULES, tolerance=Tolerance(absolute=10.0**-digits, relative=0.0))
    truth, off = Decimal(steps).scaleb(-2), Decimal(sign).scaleb(-digits)
    at = {"ball": [float(truth + off), 0.0, 0.0]}
    assert family.compare(rules, {"ball": [float(truth), 0.0, 0.0]}, at).right
    beyond = {"ball": [float(truth + off * Decimal("1.001")), 0.0, 0.0]}
    assert not family.compare(rules, {"ball": [float(truth), 0.0, 0.0]}, beyond).right


def test_ten_thousand_hostile_replies(make_box: Make) -> None:
    box = make_box(describe("physics/circles", FRONT, RULE), MODULE)
    chapter = next(iter(FAMILY.conversations(box, Plan(turns=1, shots=1, samples=1, seed=0))))
    sample = next(chapter.samples())
    good = ["QUERY: 1.5", "ANSWER: a: (1, 2, 3); b: (4, 5, 6)", 'ANSWER: {"a": [1, 2, 3], "b": [4, 5, 6]}']
    for reply in hostile_replies(good):
        result = outcome(chapter.turn(1), reply)
        assert isinstance(result, Refusal) or (isinstance(result, Feedback) and FAMILY.direct_call(box, result.query))
        answered = outcome(sample.shot(1), reply)
        assert isinstance(answered, Refusal) or (isinstance(answered, Score) and not answered.right)


@pytest.mark.parametrize(
    ("front", "field"),
    [
        ("domain: {max_t: -1}", ("domain", "max_t")),
        ("domain: {max_t: 1.25}", ("domain", "max_t")),
        ("domain: {min_t: 0}", ("domain", "max_t")),
        ("domain: {max_t: 2e12}", ("domain", "max_t")),
        ("domain: {max_t: 2e9, decimals: 6}", ("domain", "max_t")),
        ("domain: {max_t: 9, objects: [Ball]}", ("domain", "objects")),
        ("domain: {max_t: 9}\nparameters: {absolute: 0}", ("parameters", "absolute")),
        ("domain: {max_t: 9}\nparameters: {tolerance: 1}", ("parameters", "tolerance")),
        ("domain: {max_t: 9}\nexamples: [{input: 10, output: {a: [1, 2, 3]}}]", ("examples", 0, "input")),
        ("domain: {max_t: 9}\nexamples: [{input: 1, output: {a: [1, 2]}}]", ("examples", 0, "output")),
        ("domain: {max_t: 9}\nexamples: [{t: 1, output: {a: [1, 2, 3]}}]", ("examples", 0)),
    ],
)
def test_a_wrong_field_is_named(front: str, field: tuple[str | int, ...]) -> None:
    with pytest.raises(DescriptionFault) as fault:
        FAMILY.read(describe("physics/x", f"difficulty: easy\n{front}\n", "r"))
    assert fault.value.path == field


def test_times_of_years_are_read_and_drawn_to_the_second() -> None:
    rules = FAMILY.read(describe("physics/x", "difficulty: easy\ndomain: {max_t: 40000000, decimals: 0}\n", "r"))
    assert FAMILY.parse_input(rules, "t = 39999999 s") == 39_999_999
    assert FAMILY.domain_size(rules) == 40_000_001
    assert all(FAMILY.in_domain(rules, FAMILY.draw(rules, Random(seed))) for seed in range(20))


def test_raw_access(make_box: Make) -> None:
    box = make_box(describe("physics/circles", FRONT, RULE), MODULE)
    assert answer_line(box, '{"input": 0}') == {"output": {"a": [0.0, 2.0, 0.0], "b": [1.0, 0.0, 0]}}
    for bad in (-1, 1.234, "1", None, True, [1]):
        assert "0 to 20 seconds" in answer_line(box, json.dumps({"input": bad}))["error"]


def test_the_tolerance_is_told(make_box: Make) -> None:
    description = describe("physics/circles", FRONT.replace("relative: 0", "relative: 0.005"), RULE)
    chapter = next(iter(FAMILY.conversations(make_box(description, MODULE), Plan(turns=1, shots=1, samples=1, seed=0))))
    assert (
        "off by no more than 0.01, or by no more than 0.5 % of the true value where that is more"
        in chapter.introduction
    )
    assert replace(RULES).tolerance.words() == "0.01"
