"""Families: how replies are read, what is refused, how answers are compared."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.clear import quoted
from boxwright.blackboxes.description import FaultyFile
from boxwright.blackboxes.environments import UnknownEnvironment, own_names
from boxwright.blackboxes.families.freeform.comparators import agrees, read_answer
from boxwright.blackboxes.families.freeform.conversation import asks_for
from boxwright.blackboxes.faults import BadOutput, DescriptionFault, InvalidReply
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.registry import get_built
from boxwright.blackboxes.replies import first_read
from boxwright.blackboxes.stated import final_line
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import play
from boxwright.harness.gates import run_gate, run_gates
from boxwright.harness.lint import lint
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.records import EpisodeRecord
from tests.conftest import describe
from tests.harness.test_episode import Script, TruthAfter

ENCRYPTION = get_family("encryption")
CIRCUIT = get_family("circuit")
TEXT = ENCRYPTION.read(describe("encryption/x", "difficulty: easy\ndomain: {letters: any, max_length: 10}\n", "r"))
BITS = CIRCUIT.read(describe("circuit/x", "difficulty: easy\ndomain: {inputs: 3}\n", "r"))


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("QUERY: abc", "abc"),
        ("Thinking about it ...\nquery: abc", "abc"),
        ("**QUERY:** abc", "abc"),
        ("**QUERY: abc**", "abc"),
        ("> QUERY: `abc`", "abc"),
        ("`QUERY: abc`", "abc"),
        ("**`QUERY: abc`**", "abc"),
        ("*QUERY: abc*", "abc"),
        ("__QUERY: abc__", "abc"),
        ("QUERY: _abc_", "_abc_"),
        ("QUERY: __abc__", "__abc__"),
        ("*" * 90_000 + " QUERY: abc", "abc"),
        ("QUERY: *abc*", "abc"),
        ("QUERY:**abc**", "abc"),
        ("`QUERY:` **`abc`**", "abc"),
        ("**QUERY**: `*abc*`", "*abc*"),
        ("* QUERY: abc*", "abc*"),
        ("QUERY: *a* and *b*", "*a* and *b*"),
        ("QUERY：abc", "abc"),
        ("QUERY: first\nno, rather\nQUERY: second", "second"),
        ("QUERY:\n```\nabc\n```", "abc"),
        ("QUERY: abc\nThat is my choice.", "abc"),
        ("The QUERY: abc", "abc"),
        ("My QUERY abc", None),
        ("QUERY:", None),
        ("", None),
        ("ANSWER: abc", None),
    ],
)
def test_the_last_marked_line_counts(reply: str, text: str | None) -> None:
    assert final_line(reply, "QUERY") == text


@given(st.text(max_size=2000))
def test_no_reply_can_crash_the_reading(reply: str) -> None:
    for marker in ("QUERY", "ANSWER"):
        text = final_line(reply, marker)
        assert text is None or text.strip() == text


def test_a_huge_reply_is_read_quickly_or_refused() -> None:
    assert final_line("*" * 1_000_000, "QUERY") is None
    assert final_line("QUERY: a\n" * 100_000, "QUERY") == "a"


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=10))
def test_a_text_survives_rendering_and_reading(text: str) -> None:
    rendered = ENCRYPTION.render(TEXT, text)  # type: ignore[attr-defined]
    line = final_line(f"ANSWER: {rendered}", "ANSWER")
    assert line is not None
    assert quoted(line) == text


@given(st.lists(st.integers(0, 1), min_size=3, max_size=3))
def test_bits_survive_rendering_and_reading(bits: list[int]) -> None:
    assert CIRCUIT.parse_input(BITS, CIRCUIT.render(BITS, bits)) == bits  # type: ignore[attr-defined]


HOSTILE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "",
            "nan",
            "[[1]]",
            '{"a": 1}',
            "invalid",
            "a" * 11,
            "\x00",
            "字",
            "١١١",
            "0b101",
            "1e3",
            "None",
            "a\u2028b",
            "²",
        ]
    ),
)


@settings(max_examples=2000)
@given(HOSTILE)
def test_hostile_queries_are_read_or_refused(text: str) -> None:
    for family, rules in ((ENCRYPTION, TEXT), (CIRCUIT, BITS)):
        try:
            value = family.parse_input(rules, text)  # type: ignore[attr-defined]
        except InvalidReply as error:
            assert str(error)
        else:
            assert family.in_domain(rules, value)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_drawn_is_in_the_domain(seed: int) -> None:
    rng = random.Random(seed)
    for family, rules in ((ENCRYPTION, TEXT), (CIRCUIT, BITS)):
        drawn = [family.draw(rules, rng) for _ in range(200)]  # type: ignore[attr-defined]
        corners = list(family.corners(rules))  # type: ignore[attr-defined]
        assert all(family.in_domain(rules, value) for value in drawn + corners)  # type: ignore[attr-defined]
        assert len(corners) == len({str(c) for c in corners})


def test_texts_are_compared_exactly_but_for_blanks_around() -> None:
    compare = partial(ENCRYPTION.compare, TEXT)  # type: ignore[attr-defined]
    assert compare(" ab", "ab ").right
    assert not compare("ab", "Ab").right
    assert not compare("a b", "a  b").right
    assert not compare("a   b", "a  b").right


def test_an_answer_may_write_runs_of_blanks_as_one() -> None:
    """A model, or what shows its reply, often writes `1  2` as `1 2`."""
    compare = partial(ENCRYPTION.compare, TEXT)  # type: ignore[attr-defined]
    assert compare("1  2 3", "1 2 3").right
    assert not compare("1  2 3", "12 3").right


def test_a_circuits_gates_are_counted_next_to_the_whole() -> None:
    score = CIRCUIT.compare(BITS, [1, 0, 1, 1], [1, 0, 0, 1])  # type: ignore[attr-defined]
    assert (score.right, score.value, score.detail) == (False, 0.0, {"gates_right": 3, "gates": 4})


DERIVED = """\
difficulty: easy
domain: {inputs: 2, gates: 3, outputs: 1}
examples: [{input: [0, 0], output: [0]}, {input: [0, 1], output: [1]}, {input: [1, 1], output: [0]}]
"""
EXCLUSIVE = """\
def describe(): return {"inputs": 2, "gates": 3}
def blackbox(bits): return [bits[0] ^ bits[1]]
"""


def test_a_circuit_may_show_bits_that_follow_from_its_gates(make_box: Callable[..., Box[object]]) -> None:
    description = describe("circuit/x", DERIVED, "Either, not both, and the OR of these two is shown.")
    box = make_box(description, EXCLUSIVE)
    player = TruthAfter("QUERY: 0 1")
    record = play(box, Plan(turns=1, shots=1, samples=2, seed=5), player)
    assert [sample.value for sample in record.samples] == [1, 1]
    introduction, asked = player.seen[0], player.seen[1]
    assert "3 gates" in introduction and "read 1 bit; they are not the outputs" in introduction
    assert "`ANSWER: <1 bit>`" in introduction and "Bits: 1" in asked and "What does the circuit show" in asked
    with pytest.raises(BadOutput, match=r"returned 3 bits for 1 derived bit$"):
        CIRCUIT.check_output(box.rules, None, [0, 1, 1])


@pytest.mark.parametrize(
    ("name", "truth", "answer", "right"),
    [
        ("exact", "Ab", " Ab ", True),
        ("exact", "Ab", "ab", False),
        ("exact", "529.2.29", "529/02/29", True),
        ("exact", "529.2.29", "529.29.2", False),
        ("exact", "5.2", "5.02", False),
        ("exact", "0.10.2", "0.1.2", False),
        ("exact", "4139", "4-1-3-9", True),
        ("exact", "4139", "4-1-9-3", False),
        ("text", "New  York", "new york", True),
        ("number", 0.5, "1/2", False),
        ("number", 0.5, ".5", True),
        ("number", 0.5, "nan", False),
        ("number", 1e308, "inf", False),
        ("sequence", ["a", 1], "A, 1", True),
        ("sequence", ["a", "b"], "b a", False),
        ("set", ["a", "b"], "{b, a, b}", True),
        ("set", ["a", "b"], "a", False),
        ("exact", "Ab", '"Ab"', True),
        ("exact", "Ab", "'Ab'", True),
        ("exact", '"Ab"', '"Ab"', True),
        ("exact", "Ab", "\"Ab'", False),
        ("text", "ab", "'AB'", True),
        ("number", 0.5, '"0.5"', True),
        ("sequence", ["ab", "c"], '["ab", "c"]', True),
        ("sequence", ["ab", "c"], '"ab, c"', True),
        ("set", ["ab", "c"], "{'c', 'ab'}", True),
    ],
)
def test_comparators(name: str, truth: object, answer: str, right: bool) -> None:
    try:
        given = first_read([answer], partial(read_answer, name, truth))
    except InvalidReply:
        assert not right
    else:
        assert agrees(name, truth, given) is right


def test_every_contract_is_written_down_and_unknown_families_say_so() -> None:
    assert set(own_names("families")) == {"encryption", "circuit", "physics", "code", "puzzle", "game", "freeform"}
    assert get_family("puzzle").functions == ("new_hidden", "feedback", "solution")
    assert get_family("game").functions == ("start", "actions", "opponent", "play", "view")
    with pytest.raises(UnknownEnvironment, match="does not exist"):
        get_family("cooking")


PARITY_FRONT = """\
difficulty: easy
domain: {alphabet: ab, max_length: 6}
examples:
  - {state: 0, input: a, output: odd}
  - {state: 1, input: aba, output: odd}
"""
PARITY_PUBLIC = "You send texts of a and b; one of two words comes back."
PARITY = """\
def open(seed):
    return 0

def explore(state, text):
    after = (state + text.count("a")) % 2
    return {"state": after, "feedback": ["even", "odd"][after]}

def questions(state, seed, count):
    result = []
    for number in range(count):
        text = format((seed + 7 * number) % 64, "06b").replace("0", "a").replace("1", "b")
        word = explore(state, text)["feedback"]
        result.append({"prompt": f"What comes back for {text}?", "answer": word, "comparator": "text"})
    return result
"""


class TestFreeform:
    """The minimal free-form family: a session with a state, then questions."""

    @pytest.fixture
    def box(self, make_box: Callable[..., Box]) -> Box:
        return make_box(
            describe("freeform/parity", PARITY_FRONT, "The parity of all a sent so far.", PARITY_PUBLIC), PARITY
        )

    def test_no_word_of_the_module_introduces_it(self, make_box: Callable[..., Box]) -> None:
        """Players read the description's public part: a rebuild in other words is the same test."""
        described = describe("freeform/parity", PARITY_FRONT, "The parity of all a sent so far.", PARITY_PUBLIC)
        told = 'def introduction():\n    return "I count the letters a."\n\n' + PARITY
        plan = Plan(turns=2, shots=1, samples=1, seed=3)
        with make_box(described, PARITY) as one, make_box(described, told) as other:
            (first,), (second,) = list(one.conversations(plan)), list(other.conversations(plan))
        assert first.introduction == second.introduction
        assert PARITY_PUBLIC in first.introduction
        assert "I count" not in second.introduction

    def test_a_description_without_a_public_part_is_refused(self, make_box: Callable[..., Box]) -> None:
        silent = make_box(describe("freeform/parity", PARITY_FRONT, "The parity of all a sent so far."), PARITY)
        with pytest.raises(FaultyFile, match="players are told nothing about this black-box; write below `# Public`"):
            _ = silent.rules

    @pytest.mark.parametrize(
        ("check", "holds"),
        [
            ('output in ("even", "odd")', True),
            ('output == ["even", "odd"][(input["state"] + input["text"].count("a")) % 2]', True),
            ('output == "even" or input["state"] == 0', False),
        ],
    )
    def test_a_property_is_about_feedback_and_about_no_state(
        self, make_box: Callable[..., Box], check: str, holds: bool
    ) -> None:
        front = f"{PARITY_FRONT}properties:\n  - {{says: so it is, check: '{check}'}}\n"
        described = describe("freeform/parity", front, "The parity of all a sent so far.", PARITY_PUBLIC)
        with make_box(described, PARITY) as box:
            result = run_gate("examples", box)
        assert result.passed == holds
        assert holds or (result.findings[0].kind, result.findings[0].call[:7]) == ("property", "explore")

    def test_a_session_keeps_its_state_and_the_oracle_scores_full(self, box: Box) -> None:
        record = play(box, Plan(turns=4, shots=1, samples=4, seed=3), BuiltinPlayer("oracle", 3))
        assert [s.outcome for s in record.samples] == ["right"] * 4
        count = 0
        for turn in record.turns:
            count += turn.query.count("a")
            assert turn.value == ["even", "odd"][count % 2]

    def test_an_explored_question_is_passed_over_for_another_and_recorded(self, box: Box) -> None:
        plan = Plan(turns=2, shots=1, samples=3, seed=3)

        def played(*queries: str) -> EpisodeRecord:
            return play(box, plan, Script(*[f"QUERY: {query}" for query in queries], *["ANSWER: odd"] * 3))

        free = played("ab", "b")
        first = free.samples[0].question
        word = first.removeprefix("What comes back for ").removesuffix("?")
        met = played(word, "b")
        assert first not in [s.question for s in met.samples]
        assert len({s.question for s in met.samples}) == 3
        assert list(met.skips) == [first]
        assert list(free.skips) == []

    @pytest.mark.parametrize(
        ("comparator", "answer"),
        [
            ("sequence", "5"),
            ("sequence", "None"),
            ("set", "[[1]]"),
            ("number", "'x5'"),
            ("text", "None"),
        ],
    )
    def test_an_answer_that_its_comparator_cannot_compare_is_a_finding(
        self, make_box: Callable[..., Box], comparator: str, answer: str
    ) -> None:
        source = PARITY.replace(
            '"answer": word, "comparator": "text"', f'"answer": {answer}, "comparator": "{comparator}"'
        )
        box = make_box(
            describe("freeform/parity", PARITY_FRONT, "The parity of all a sent so far.", PARITY_PUBLIC), source
        )
        found = [finding for result in run_gates(box) for finding in result.findings]
        assert any("must fit its comparator" in finding.sentence() for finding in found)

    @pytest.mark.parametrize(
        ("prompt", "query", "alphabet", "asks"),
        [
            ("Which row comes next? 0110", "0110", "01", True),
            ("Which row comes next? 00110", "0110", "01", False),
            ('What of "ab  c"?', "ab c", "abc ", True),
            ("What of ab? Say it twice", "ab", "abc", False),
            ("You type 26. Result?", "26", "0123456789", True),
            ("You type 26. Result?", "2", "0123456789", False),
            ("You type 26. Result?", "6", "0123456789", False),
            ("You type 26 for 5 times. Result?", "26", "0123456789", False),
        ],
    )
    def test_what_counts_as_explored(self, prompt: str, query: str, alphabet: str, asks: bool) -> None:
        assert asks_for(prompt, query, alphabet) is asks

    def test_it_passes_the_gates_that_call_functions(self, box: Box) -> None:
        results = {r.gate: r for r in run_gates(box)}
        for gate in ("loads", "deterministic", "repeatable", "examples", "domain", "bounded"):
            assert results[gate].passed, results[gate].findings

    def test_a_wrong_feedback_breaks_its_example(self, make_box: Callable[..., Box]) -> None:
        wrong = PARITY.replace('text.count("a")', 'text.count("b")')
        results = run_gates(make_box(describe("freeform/parity", PARITY_FRONT, "Parity.", PARITY_PUBLIC), wrong))
        assert [r.gate for r in results if not r.passed] == ["examples"]

    MORE = """\
  - {state: 1, input: ab, output: even, next: 0}
  - {seed: 7, state: 0}
  - state: 1
    seed: 9
    count: 1
    questions: [{prompt: "What comes back for aabaab?", answer: odd, comparator: text}]
"""

    def test_an_example_may_tell_the_next_state_an_opening_and_questions(self, make_box: Callable[..., Box]) -> None:
        broken: dict[str, str] = {
            "": "",
            'return {"state": after': 'return {"state": after + 2',
            "    return 0": "    return 2",
            "seed + 7": "seed + 8 + 7",
        }
        for part, other in broken.items():
            source = PARITY.replace(part, other) if part else PARITY
            box = make_box(describe("freeform/parity", PARITY_FRONT + self.MORE, "Parity.", PARITY_PUBLIC), source)
            assert run_gate("examples", box).passed is (part == ""), part

    @pytest.mark.parametrize(
        "entry",
        [
            "{state: 1, input: a}",
            "{state: 1, input: a, output: 3}",
            "{seed: x, state: 0}",
            "{state: 1, seed: 9, count: 2, questions: [{prompt: x, answer: y, comparator: text}]}",
            "{state: 1, seed: 9, count: 1, questions: [{prompt: x, answer: y, comparator: taste}]}",
        ],
    )
    def test_an_example_without_a_form_is_named(self, entry: str) -> None:
        front = f"difficulty: easy\ndomain: {{alphabet: ab}}\nexamples: [{entry}]\n"
        with pytest.raises(DescriptionFault) as fault:
            get_family("freeform").read(describe("freeform/x", front, "r"))
        assert fault.value.path[:2] == ("examples", 0)


@pytest.mark.parametrize("name", [*own_names("families"), "kumo"])
def test_a_starter_is_a_sound_description(name: str) -> None:
    sections = get_built(name).prompt.sections
    public = sections.get("starter_public", "")
    lint(describe(f"{name}/starter", sections["starter"] + "\n", sections["starter_rule"], public))


@pytest.mark.parametrize("name", own_names("families"))
def test_a_contract_names_every_function(name: str) -> None:
    contract = load_prompt(f"contracts/{name}").render("contract")
    assert all(f"`{function}(" in contract for function in get_family(name).functions)
