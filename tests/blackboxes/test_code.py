"""The code family: checkpoints with visits, values compared by type, questions that can be answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.families.code.conversation import CodeSample
from boxwright.blackboxes.families.code.names import CodeOptions, Names
from boxwright.blackboxes.families.literals import same, write_literal
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.types import Conversation, Feedback, Plan, Refusal, Score
from boxwright.harness.direct_call import answer_line
from boxwright.harness.episode import play
from boxwright.harness.gates import GATES, run_gates
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import SandboxError
from tests.blackboxes.hostile import hostile_replies, outcome
from tests.conftest import describe

Make = Callable[..., Box]
FAMILY = get_family("code")
FRONT = """\
difficulty: easy
domain:
  inputs:
    items: {type: sequence, of: {type: int, min: -20, max: 20}, min_length: 1, max_length: 7}
    k: {type: int, min: 2, max: 40}
examples:
  - {inputs: {items: [3, 1, 2], k: 5}, checkpoint: [1, 1], variables: {a: [1, 3, 2], p: {$tuple: [0, 1]}}}
  - {inputs: {items: [3, 1, 2], k: 5}, checkpoint: [1, 2], variables: {a: [1, 2, 3]}}
  - {inputs: {items: [1, 2], k: 5}, checkpoint: [1, 1], visits: 0}
  - {inputs: {items: [3, 1, 2], k: 5}, checkpoint: [2, 1], variables: {m: 2.0, r: {1: 1, 2: 1, 3: 1}, b: true}}
properties:
  - {says: the mean is a number with a point, check: 'isinstance(output.get("variables", {}).get("m", 1.0), float)'}
"""
RULE = """\
Bubble sort of items, in passes; after each exchange checkpoint 1 shows a (the list) and p (the pair of positions).
At the end checkpoint 2 shows m (the mean), r (how often each number occurs) and b (whether the sum exceeds k).
"""
MODULE = """\
def describe():
    return {"inputs": {"items": "list[int]", "k": "int"}, "checkpoints": 2}

def run(checkpoint, items, k):
    n = len(items)
    for i in range(n):
        for j in range(n - i - 1):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
                checkpoint(1, a=items, p=(j, j + 1))
    r = {}
    for x in items:
        r[x] = r.get(x, 0) + 1
    checkpoint(2, m=sum(items) / n, r=r, b=sum(items) > k)
"""
ONE_INPUT = 'def describe(): return {"inputs": {"a": "int"}, "checkpoints": 1}\n'
LONG_FRONT = """\
difficulty: easy
domain: {inputs: {a: {type: int, min: 0, max: 1000000000000000000000000000000}, b: {type: int, min: 1, max: 999}}}
parameters: {max_answer: 400}
examples:
  - {inputs: {a: 10000000000000000000000000, b: 7}, checkpoint: [1, 1], variables: {c: 70000000000000000000000003}}
  - {inputs: {a: 12345678901234567890123, b: 2}, checkpoint: [1, 1], variables: {c: 24691357802469135780249}}
  - {inputs: {a: 12, b: 2}, checkpoint: [2, 1], variables: {d: [2, 7]}}
"""
LONG = """\
def describe():
    return {"inputs": {"a": "int", "b": "int"}, "checkpoints": 2}

def run(checkpoint, a, b):
    c = a * b + 3
    checkpoint(1, c=c)
    checkpoint(2, d=[int(digit) for digit in str(c)])
"""
DEEP_FRONT = """\
difficulty: hard
domain: {inputs: {n: {type: int, min: 5, max: 25}}}
parameters: {max_visit: 1000000}
"""
DEEP = """\
def describe():
    return {"inputs": {"n": "int"}, "checkpoints": 2}

def run(checkpoint, n):
    def fib(n):
        checkpoint(1, q=n * 1.5)
        s = n if n < 2 else fib(n - 1) + fib(n - 2)
        checkpoint(2, s=s * 7 + 3)
        return s
    fib(n)
"""


@pytest.fixture
def box(make_box: Make) -> Box:
    return make_box(describe("code/sort", FRONT, RULE), MODULE)


OWN = CodeOptions(names="own")


def chapter_of(box: Box, **plan: int) -> Conversation:
    told = {"turns": 1, "shots": 1, "samples": 1, "seed": 0} | plan
    return next(iter(FAMILY.conversations(box, Plan(**told, options=OWN))))


def test_an_honest_module_passes_all_eight(box: Box) -> None:
    results = run_gates(box)
    assert [r.gate for r in results] == list(GATES)
    assert all(r.passed for r in results), [f for r in results for f in r.findings]


BROKEN = {
    "sorts downwards": ("examples", "wrong", MODULE.replace("items[j] > items[j + 1]", "items[j] < items[j + 1]")),
    "an integer mean": ("examples", "wrong", MODULE.replace("sum(items) / n", "sum(items) // n")),
    "keys become texts": ("examples", "wrong", MODULE.replace("r[x] = r.get(x, 0)", "r[str(x)] = r.get(str(x), 0)")),
    "a pair becomes a list": ("examples", "wrong", MODULE.replace("p=(j, j + 1)", "p=[j, j + 1]")),
    "a flag becomes a number": ("examples", "wrong", MODULE.replace("b=sum(items) > k", "b=int(sum(items) > k)")),
    "a checkpoint too many": ("domain", "shape", MODULE + "    checkpoint(3, q=1)\n"),
    "no variable": ("examples", "shape", MODULE.replace("r = {}", "r = {}\n    checkpoint(2)")),
    "other inputs": ("deterministic", "shape", MODULE.replace('"k": "int"', '"l": "int"')),
    "other types": ("deterministic", "shape", MODULE.replace('"k": "int"', '"k": "str"')),
    "an object": ("examples", "refused", MODULE.replace("r=r", "r=iter(r)")),
    "noise": ("deterministic", "differs", "import random\n" + MODULE.replace("sum(items) / n", "random.random()")),
    "order of a set": ("deterministic", "differs", MODULE.replace("a=items", "a=items, o=list(set('abcdefgh'))")),
    "memory": ("repeatable", "differs", "S = []\n" + MODULE.replace("r=r", "z=S.append(1) or len(S), r=r")),
    "raises": ("loads", "raised", MODULE.replace("r = {}", "r = None")),
    "too long": ("examples", "shape", MODULE.replace("r=r", "r='x' * 5000")),
    "hangs": ("loads", "timeout", MODULE.replace("r = {}", "r = {}\n    while True: pass")),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_module_is_refused(name: str, make_box: Make) -> None:
    gate, kind, source = BROKEN[name]
    refused = next(r for r in run_gates(make_box(describe("code/sort", FRONT, RULE), source)) if not r.passed)
    assert (refused.gate, refused.findings[0].kind) == (gate, kind), refused.findings


def test_a_module_that_only_echoes_can_be_asked_nothing(make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {inputs: {a: {type: int, min: 0, max: 99}}}\n"
    source = ONE_INPUT + "def run(checkpoint, a): checkpoint(1, x=a)\n"
    refused = next(r for r in run_gates(make_box(describe("code/echo", front, "x is a."), source)) if not r.passed)
    assert "every variable is an input given back" in refused.findings[0].message


def test_the_players_values_are_never_changed(box: Box) -> None:
    query = "QUERY: {'inputs': {'items': [5, 4, 3, 2, 1], 'k': 9}, 'checkpoint': (1, 1)}"
    chapter = chapter_of(box)
    first, second = outcome(chapter.turn(1), query), outcome(chapter.turn(2), query)
    assert isinstance(first, Feedback)
    assert first == second
    assert first.value == {"variables": {"a": [4, 5, 3, 2, 1], "p": (0, 1)}}
    assert first.text.endswith("Checkpoint 1, visit 1: a = [4, 5, 3, 2, 1], p = (0, 1)")


def test_a_visit_that_does_not_exist_is_an_answer_with_the_count(box: Box) -> None:
    query = "QUERY: {'inputs': {'items': [3, 2, 1], 'k': 9}, 'checkpoint': [1, 9]}"
    told = outcome(chapter_of(box).turn(1), query)
    assert isinstance(told, Feedback)
    assert told.value == {"visits": 3}
    assert "passed 3 times" in told.text


def test_a_million_visits_cost_one_call_and_only_the_asked_one_crosses(make_box: Make) -> None:
    front = DEEP_FRONT.replace("max: 25", "max: 30")
    box = make_box(describe("code/deep", front, "Fibonacci."), DEEP, reply_bytes=2_000)
    query = {"inputs": {"n": 27}, "checkpoint": [1, 300_000]}
    assert set(box.call("boxwright_visit", query)) == {"variables"}
    counts = box.call("boxwright_counts", {"n": 24})
    assert counts == {1: 150_049, 2: 150_049}
    early = {"inputs": {"n": 30}, "checkpoint": [1, 5]}  # the whole run would pass its checkpoints 5.4 million times
    assert box.call("boxwright_visit", early) == {"variables": {"q": 26 * 1.5}}


def test_a_module_that_swallows_the_end_still_answers_with_the_visit(make_box: Make) -> None:
    source = MODULE.replace(
        "                checkpoint(1, a=items, p=(j, j + 1))",
        "                try:\n                    checkpoint(1, a=items, p=(j, j + 1))\n"
        "                except BaseException:\n                    pass",
    )
    box = make_box(describe("code/sort", FRONT, RULE), source)
    query = {"inputs": {"items": [3, 2, 1], "k": 9}, "checkpoint": [1, 1]}
    assert box.call("boxwright_visit", query) == {"variables": {"a": [2, 3, 1], "p": (0, 1)}}


@pytest.mark.parametrize("seed", range(6))
def test_questions_are_fair(seed: int, box: Box) -> None:
    chapter = chapter_of(box, samples=20, seed=seed)
    for sample in chapter.samples():
        assert isinstance(sample, CodeSample)
        asked = sample.asked
        found = box.call("boxwright_visit", {"inputs": asked.inputs, "checkpoint": list(asked.checkpoint)})
        assert same(found["variables"][asked.variable], asked.truth)
        assert not any(same(asked.truth, given) for given in asked.inputs.values())
        assert len(write_literal(asked.truth)) <= 120
        assert asked.checkpoint[1] <= 12


def test_questions_are_about_unseen_inputs(make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {inputs: {a: {type: int, min: 1, max: 12}}}\n"
    source = ONE_INPUT + "def run(checkpoint, a): checkpoint(1, x=a * a + a)\n"
    box = make_box(describe("code/square", front, "x is a squared plus a."), source)
    record = play(box, Plan(turns=6, shots=1, samples=4, seed=3), BuiltinPlayer("random", 3))
    explored = [t.query["inputs"] for t in record.turns]
    asked = [s.question["inputs"] for s in record.samples]
    assert not [q for q in asked if q in explored]
    assert len({q["a"] for q in asked}) == 4
    assert record.skips


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("2.0", True),
        ("2", False),
        ("'2.0'", True),  # no variable of this box is such a text
        ("True", False),
        ("2.0000000001", True),
        ("2.1", False),
        ("[2.0]", False),
    ],
)
def test_answers_are_compared_by_type(answer: str, right: bool, box: Box) -> None:
    sample = next(chapter_of(box).samples())
    assert isinstance(sample, CodeSample)
    fixed = CodeSample(sample.conversation, 1, type(sample.asked)({"items": [3, 1, 2], "k": 5}, (2, 1), "m", 2.0))
    score = outcome(fixed.shot(1), f"ANSWER: {answer}")
    assert isinstance(score, Score)
    assert score.right is right


def test_a_list_of_texts_is_refused_where_no_variable_holds_a_text(box: Box) -> None:
    score = outcome(next(chapter_of(box).samples()).shot(1), "ANSWER: ['2.0']")
    assert isinstance(score, Refusal) and "No variable here is a text" in score.reason


@pytest.mark.parametrize("answer", ["[1, [2]]", "[[1, 2], [3]]", "[[[1]], [2]]"])
def test_a_list_of_lists_is_refused_where_no_variable_is_one(answer: str, box: Box) -> None:
    score = outcome(next(chapter_of(box).samples()).shot(1), f"ANSWER: {answer}")
    assert isinstance(score, Refusal) and "No variable here is a list of lists" in score.reason


def test_brackets_around_a_whole_list_are_left_out_where_no_variable_holds_a_list(box: Box) -> None:
    score = outcome(next(chapter_of(box).samples()).shot(1), "ANSWER: [[1, 2]]")
    assert isinstance(score, Score) and score.answer == [1, 2]


def test_players_read_inputs_in_the_order_of_the_introduction_whatever_a_questions_own() -> None:
    names = Names({"text": "x1", "limit": "x2"}, {})
    assert list(names.inputs({"limit": 3, "text": "ab"}).items()) == [("x1", "ab"), ("x2", 3)]


def test_the_oracle_scores_full_on_deep_runs(make_box: Make) -> None:
    box = make_box(describe("code/deep", DEEP_FRONT, "Fibonacci."), DEEP)
    record = play(box, Plan(turns=2, shots=1, samples=4, seed=1), BuiltinPlayer("oracle", 1))
    assert [s.outcome for s in record.samples] == ["right"] * 4


def test_ten_thousand_hostile_replies(box: Box) -> None:
    chapter = chapter_of(box)
    sample = next(chapter.samples())
    good = ["QUERY: {'inputs': {'items': [3, 1, 2], 'k': 5}, 'checkpoint': [1, 2]}", "ANSWER: {1: 2, 3: (4, 'a')}"]
    for reply in hostile_replies(good):
        result = outcome(chapter.turn(1), reply)
        assert isinstance(result, Refusal) or (isinstance(result, Feedback) and FAMILY.direct_call(box, result.query))
        answered = outcome(sample.shot(1), reply)
        assert isinstance(answered, (Refusal, Score))


@pytest.mark.parametrize(
    ("front", "field"),
    [
        ("domain: {}", ("domain", "inputs")),
        ("domain: {inputs: {}}", ("domain", "inputs")),
        ("domain: {inputs: {a: {type: cell, rows: 2, columns: 2}}}", ("domain", "inputs", "a")),
        ("domain: {inputs: {A: {type: bool}}}", ("domain", "inputs")),
        ("domain: {inputs: {a: {type: int, min: 2, max: 1}}}", ("domain", "inputs", "a", "int")),
        ("parameters: {visits: 3}", ("parameters", "visits")),
        ("examples: [{inputs: {a: 7}, checkpoint: [1, 1], variables: {b: 1}}]", ("examples", 0, "inputs")),
        ("examples: [{inputs: {a: true}, checkpoint: [0, 1], variables: {b: 1}}]", ("examples", 0, "checkpoint")),
        ("examples: [{inputs: {a: true}, checkpoint: [1, 1], variables: {}}]", ("examples", 0, "variables")),
        ("examples: [{inputs: {a: true}, checkpoint: [1, 1]}]", ("examples", 0)),
        ("examples: [{inputs: {a: true}, checkpoint: [1, 1], variables: {$tuple: [b]}}]", ("examples", 0, "variables")),
        (
            "examples: [{inputs: {a: true}, checkpoint: [1, 1], variables: {b: {$set: 5}}}]",
            ("examples", 0, "variables"),
        ),
        (
            "examples: [{inputs: {a: true}, checkpoint: [1, 1], variables: {b: {$set: [[1]]}}}]",
            ("examples", 0, "variables"),
        ),
    ],
)
def test_a_wrong_field_is_named(front: str, field: tuple[str | int, ...]) -> None:
    domain = "" if front.startswith("domain") else "domain: {inputs: {a: {type: bool}}}\n"
    with pytest.raises(DescriptionFault) as fault:
        FAMILY.read(describe("code/x", f"difficulty: easy\n{domain}{front}\n", "r"))
    assert fault.value.path == field


def test_raw_access(box: Box) -> None:
    good: dict[str, Any] = {"inputs": {"items": [3, 1, 2], "k": 5}, "checkpoint": [2, 1]}
    told = answer_line(box, json.dumps({"input": good}))
    assert told == {"output": {"variables": {"m": 2.0, "r": {"$dict": [[1, 1], [2, 1], [3, 1]]}, "b": True}}}
    for change in ({"checkpoint": [3, 1]}, {"inputs": {}}, {"checkpoint": None}, {"more": 1}):
        assert "error" in answer_line(box, json.dumps({"input": good | change}))


def test_a_dead_run_is_an_error_of_the_box(make_box: Make) -> None:
    box = make_box(
        describe("code/sort", FRONT, RULE), MODULE.replace("r = {}", "r = {}\n    while True: pass"), call_seconds=0.3
    )
    with pytest.raises(SandboxError):
        box.call("boxwright_visit", {"inputs": {"items": [1], "k": 5}, "checkpoint": [2, 1]})


def test_integers_beyond_a_million_millions_are_queried_asked_and_answered_exactly(make_box: Make) -> None:
    box = make_box(describe("code/long", LONG_FRONT, "c is a times b, plus 3; d is the list of its digits."), LONG)
    assert [(result.gate, result.findings) for result in run_gates(box)] == [(gate, ()) for gate in GATES]
    record = play(box, Plan(turns=6, shots=1, samples=12, seed=5), BuiltinPlayer("oracle", 5))
    assert [sample.outcome for sample in record.samples] == ["right"] * 12
    answers = [shot.answer for sample in record.samples for shot in sample.shots]
    assert any(type(answer) is int and answer > 10**18 for answer in answers), answers
