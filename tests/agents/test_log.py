"""The interaction log, and what a verdict must say about it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxwright.agents.box.log import LogLine, from_json, log_lines, rendered, repeated, to_json
from boxwright.agents.box.replies import Explanation, Verdict
from boxwright.blackboxes.records import SampleRecord, ShotRecord, TurnRecord
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import values


def turn(chapter: int, number: int, query: object, value: object = "x") -> TurnRecord:
    return TurnRecord(chapter=chapter, number=number, query=query, value=value)


def sample(chapter: int, *shots: ShotRecord, truth: object = "bcd") -> SampleRecord:
    outcome = "right" if shots[-1].right else "wrong"
    return SampleRecord(chapter=chapter, number=1, question="abc", truth=truth, outcome=outcome, value=0, shots=shots)


def test_lines_are_numbered_and_canonical() -> None:
    record = EpisodeRecord(
        turns=(turn(1, 1, "abc", "bcd"), TurnRecord(chapter=1, number=2, lost="no marker")),
        samples=(
            sample(1, ShotRecord(number=1, answer="no")),
            sample(1, ShotRecord(number=1, answer="bcd", right=True)),
            sample(1, ShotRecord(number=1, lost="no marker")),
        ),
    )
    lines = log_lines(record)
    assert rendered(lines).splitlines() == [
        '[1] turn 1: query "abc" -> output "bcd"',
        "[2] turn 2: lost, no valid query (no marker)",
        '[3] test 1: input "abc" -> the tester expected "no", the box gives "bcd": different',
        '[4] test 2: input "abc" -> the tester expected "bcd", the box gives "bcd": the same',
        '[5] test 3: input "abc" -> the tester gave no readable answer (no marker)',
    ]
    assert [line.differs for line in lines] == [False, False, True, False, False]
    assert from_json(to_json(lines)) == lines


def test_conversations_stand_apart_with_what_was_hidden_and_tests_are_numbered_through() -> None:
    record = EpisodeRecord(
        turns=(turn(1, 1, 30), turn(2, 1, 40)),
        samples=tuple(sample(n, ShotRecord(number=1, answer=7)) for n in (1, 2)),
    )
    text = rendered(log_lines(record, [{"hidden": {"number": 5}}, {"hidden": {"number": 9}}]))
    assert [line.split(" -> ")[0] for line in text.splitlines()] == [
        'Conversation 1: hidden {"number":5}',
        "[1] turn 1: query 30",
        '[2] test 1: input "abc"',
        "",
        'Conversation 2: hidden {"number":9}',
        "[3] turn 1: query 40",
        '[4] test 2: input "abc"',
    ]


def test_a_repeated_query_counts_within_its_conversation_and_if_it_brought_nothing_new() -> None:
    turns = (turn(1, 1, "a"), turn(1, 2, "b"), turn(1, 3, "a"), turn(2, 1, "b"), turn(2, 2, "b", "other"))
    found = repeated(log_lines(EpisodeRecord(turns=turns)))
    assert [line.key for line in found] == ["turn 1.3"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=8,
)


def explained(recomputed: Any) -> Explanation:
    return Explanation(line=1, recomputed=recomputed, why="worked out")


@given(JSON)
def test_what_the_log_shows_is_taken_as_text_and_as_value(value: Any) -> None:
    output = values.dumps(value)
    assert explained(output).gives(output)
    assert explained(json.loads(output)).gives(output)


@given(JSON, JSON)
def test_anything_else_is_not(value: Any, other: Any) -> None:
    one, two = values.dumps(value), values.dumps(other)
    if type(value) is type(other) and isinstance(value, (str, bool)) and value != other and two != value:
        assert not explained(json.loads(two)).gives(one)


@pytest.mark.parametrize(
    ("output", "recomputed", "right"),
    [
        ('"tkicqot bok js"', "tkicqot bok js", True),
        ('"tkicqot bok js"', "tkicqot bokj s", False),
        ("[3,5,3,2]", "[3, 5, 3, 2]", True),
        ('{"$tuple":[1,2]}', [1, 2], True),
        ('{"ball":[0.33333,2.0,0.0]}', {"ball": [0.3333, 2, 0]}, True),
        ('{"ball":[0.33333,2.0,0.0]}', {"ball": [0.3, 2, 0]}, False),
        ("true", 1, False),
        ("true", True, True),
        ("11.0", "11", True),
        ("81", 75, False),
        ('"011"', 11, False),
        ("null", None, True),
    ],
)
def test_what_was_worked_out_by_hand_is_compared_by_value(output: str, recomputed: Any, right: bool) -> None:
    assert explained(recomputed).gives(output) is right


def test_only_a_verdict_that_accepts_must_settle_every_line() -> None:
    log = [LogLine(key="turn 1.1", text="q", output="1"), LogLine(key="test 1.1.1", text="t", output="2", differs=True)]
    claims = [{"claim": 1, "holds": "yes", "lines": [1]}]
    accepting = Verdict.model_validate({"consistent": True, "claims": claims})
    assert list(accepting.unexplained(log)) == [2]
    settled = accepting.model_copy(update={"explained": (explained(2).model_copy(update={"line": 2}),)})
    assert settled.unexplained(log) == {}
    wrong = {"line": 1, "expected": "2", "got": "1", "why": "no"}
    refusing = Verdict.model_validate({"consistent": False, "claims": claims, "inconsistencies": [wrong]})
    assert refusing.unexplained(log) == {}
