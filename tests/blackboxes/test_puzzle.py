"""The puzzle family: something hidden per conversation, forms that read and refuse, noise that is seeded."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.families.puzzle import identify
from boxwright.blackboxes.families.puzzle.conversation import PuzzleConversation
from boxwright.blackboxes.families.puzzle.family import PuzzleFamily
from boxwright.blackboxes.faults import DescriptionFault
from boxwright.blackboxes.types import Feedback, Plan, Refusal, Score
from boxwright.blackboxes.words import common_words
from boxwright.harness.direct_call import answer_line
from boxwright.harness.episode import play
from boxwright.harness.gates import GATES, run_gate, run_gates
from boxwright.harness.players.builtin import BuiltinPlayer
from tests.blackboxes.hostile import hostile_replies, outcome
from tests.conftest import describe

Make = Callable[..., Box]
FAMILY = get_family("puzzle")
PUBLIC = "A whole number from 0 to 100 is hidden. The feedback on a number says whether it is low, high or right."
RULE = (
    'The hidden part is {"number": n}, n from 0 to 100. Feedback: low if the query is below n, high above, else right.'
)
FRONT = """\
difficulty: easy
domain: {query: {type: int, min: 0, max: 100}, answer: {type: int, min: 0, max: 100}}
examples:
  - {hidden: {number: 42}, query: 30, turn: 1, feedback: low}
  - {hidden: {number: 42}, query: 43, turn: 2, feedback: high}
  - {hidden: {number: 42}, solution: 42}
properties:
  - says: only the number itself is right
    check: '(output == "right") == (input["query"] == input["hidden"]["number"])'
"""
MODULE = """\
import random

def new_hidden(seed):
    return {"number": random.Random(seed).randint(0, 100)}

def feedback(hidden, query, turn):
    n = hidden["number"]
    return "low" if query < n else "high" if query > n else "right"

def solution(hidden):
    return hidden["number"]
"""
WORDLE_FRONT = """\
difficulty: hard
domain: {query: {type: word, length: 5}, answer: {type: word, length: 5}}
examples:
  - {hidden: {word: LEVEL}, query: HELLO, turn: 1, feedback: XAMMX}
  - {hidden: {word: ABOUT}, query: BABBY, turn: 1, feedback: MMXXX}
  - {hidden: {word: LEVEL}, solution: LEVEL}
"""
WORDLE = """\
import random

def new_hidden(seed):
    return {"word": random.Random(seed).choice(common_words(5))}

def feedback(hidden, query, turn):
    word = hidden["word"]
    marks = ["A" if a == b else "X" for a, b in zip(word, query)]
    left = [a for a, mark in zip(word, marks) if mark != "A"]
    for i, letter in enumerate(query):
        if marks[i] == "X" and letter in left:
            marks[i] = "M"
            left.remove(letter)
    return "".join(marks)

def solution(hidden):
    return hidden["word"]
"""
BANDIT_FRONT = """\
difficulty: easy
domain:
  query: {type: choice, options: [Bandit A, Bandit B, Bandit C]}
  answer: {type: choice, options: [Bandit A, Bandit B, Bandit C]}
"""
BANDIT = """\
import random

CHANCES = {"Bandit A": (7, 2, 1), "Bandit B": (2, 7, 1), "Bandit C": (1, 2, 7)}

def new_hidden(seed):
    rng = random.Random(seed)
    return {"best": rng.choice(sorted(CHANCES)), "noise": [rng.randrange(10) for _ in range(100)]}

def feedback(hidden, query, turn):
    chance = CHANCES[hidden["best"]][sorted(CHANCES).index(query)]
    return {"reward": int(hidden["noise"][(turn - 1) % 100] < chance)}

def solution(hidden):
    return hidden["best"]
"""


@pytest.fixture
def box(make_box: Make) -> Box:
    return make_box(describe("puzzle/number", FRONT, RULE, PUBLIC), MODULE)


@pytest.fixture
def family() -> PuzzleFamily:
    assert isinstance(FAMILY, PuzzleFamily)
    return FAMILY


def test_an_honest_module_passes_all_eight(box: Box) -> None:
    results = run_gates(box)
    assert [r.gate for r in results] == list(GATES)
    assert all(r.passed for r in results), [f for r in results for f in r.findings]
    measured = next(r for r in results if r.gate == "bounded").notes["measured"]
    assert (measured["answers"], measured["noisy"], measured["identified"]) == (101, False, 1.0)


def test_an_honest_word_puzzle_passes_all_eight(make_box: Make) -> None:
    public = "A common English word of five letters is hidden. A: right letter, right place. M: elsewhere. X: nowhere."
    results = run_gates(make_box(describe("puzzle/wordle", WORDLE_FRONT, "As stated.", public), WORDLE))
    assert [r.gate for r in results] == list(GATES)
    assert all(r.passed for r in results), [f for r in results for f in r.findings]
    measured = next(r for r in results if r.gate == "bounded").notes["measured"]
    assert 590 <= measured["answers"] <= sum(len(word) == 5 for word in common_words()) == 600
    assert measured["identified"] > 0.9


N = "    n = "
BROKEN = {
    "the other way round": ("examples", "wrong", MODULE.replace('"low" if query < n', '"low" if query > n')),
    "off by one": ("examples", "property", MODULE.replace("query < n", "query < n - n % 2")),
    "draws": ("deterministic", "differs", MODULE.replace(N, N + "random.randint(0, 3) + ")),
    "the clock": ("deterministic", "differs", "import time\n" + MODULE.replace("(seed).", "(time.time()).")),
    "counts": ("repeatable", "differs", "S = []\n" + MODULE.replace(N, "    S.append(1)\n    n = len(S) // 9 + ")),
    "changes what is hidden": ("repeatable", "arguments", MODULE.replace(N, '    hidden["seen"] = query\n    n = ')),
    "a solution misformed": ("examples", "shape", MODULE.replace('return hidden["number"]', 'return str(hidden)')),
    "an answer out of range": ("domain", "shape", MODULE.replace("randint(0, 100)", "randint(101, 102)")),
    "an empty feedback": ("examples", "property", MODULE.replace('else "right"', 'else ""')),
    "an endless feedback": ("examples", "shape", MODULE.replace('"low" if', '"low" * 900 if')),
    "crashes at an edge": ("bounded", "raised", MODULE.replace(N, "    1 / (100 - query)\n    n = ")),
    "no solution": ("loads", "missing", MODULE.replace("def solution", "def solve")),
    "always the same": ("players", "uniform", MODULE.replace("randint(0, 100)", "randint(42, 42)")),
    "hides an object": ("loads", "refused", MODULE.replace('return {"number": ', 'return {"o": object(), "number": ')),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_module_is_refused(name: str, make_box: Make) -> None:
    gate, kind, source = BROKEN[name]
    results = run_gates(make_box(describe("puzzle/number", FRONT, RULE, PUBLIC), source))
    refused = next(r for r in results if not r.passed)
    assert (refused.gate, refused.findings[0].kind) == (gate, kind), refused.findings


def test_an_example_may_tell_what_a_seed_hides(make_box: Make) -> None:
    front = FRONT.replace("properties:", "  - {seed: 0, hidden: {number: 49}}\nproperties:")
    for source, right in ((MODULE, True), (MODULE.replace("Random(seed)", "Random(seed + 1)"), False)):
        assert run_gate("examples", make_box(describe("puzzle/number", front, RULE, PUBLIC), source)).passed is right


def test_every_hidden_answer_has_t_turns_and_a_conversation_of_its_own(box: Box) -> None:
    record = play(box, Plan(turns=3, shots=1, samples=4, seed=2), BuiltinPlayer("oracle", 2))
    assert [(t.chapter, t.number) for t in record.turns] == [(c, n) for c in (1, 2, 3, 4) for n in (1, 2, 3)]
    assert [(s.chapter, s.outcome) for s in record.samples] == [(c, "right") for c in (1, 2, 3, 4)]
    assert len({s.truth for s in record.samples}) == 4
    assert len(record.conversations) == 4
    assert all(PUBLIC in c[0].content for c in record.conversations)


def test_the_same_seed_hides_the_same(box: Box) -> None:
    def truths(seed: int, kind: str) -> list[object]:
        return [
            s.truth for s in play(box, Plan(turns=1, shots=1, samples=5, seed=seed), BuiltinPlayer(kind, 1)).samples
        ]

    assert truths(3, "oracle") == truths(3, "random")
    assert truths(3, "oracle") != truths(4, "oracle")


def test_answers_are_compared_after_normalisation(make_box: Make, family: PuzzleFamily) -> None:
    box = make_box(describe("puzzle/wordle", WORDLE_FRONT, "r", "p"), WORDLE)
    chapter = next(iter(family.conversations(box, Plan(turns=1, shots=1, samples=1, seed=0))))
    assert isinstance(chapter, PuzzleConversation)
    sample = next(chapter.samples())
    word = str(chapter.solution)
    for answer, right in ((word, True), (f"`{word.lower()}`", True), (f"**{word}**", True), ("ZZZZZ", False)):
        score = outcome(sample.shot(1), f"I think ...\nANSWER: {answer}")
        assert isinstance(score, Score)
        assert score.right is right
    assert isinstance(outcome(sample.shot(1), "ANSWER: TOOLONG"), Refusal)


class TestWhatCanBeIdentified:
    """The measured share, where it can be computed otherwise."""

    def test_bisection_needs_seven_turns_for_101_numbers(self, box: Box, family: PuzzleFamily) -> None:
        assert identify.measure(box, 20, 1)["identified"] == 1.0
        assert identify.measure(box, 1, 1)["identified"] < 0.2

    def test_nothing_is_identified_without_information(self, make_box: Make, family: PuzzleFamily) -> None:
        source = MODULE.replace('"low" if query < n else "high" if query > n else "right"', '"low"')
        box = make_box(describe("puzzle/number", FRONT, RULE, PUBLIC), source)
        assert identify.measure(box, 20, 1)["identified"] < 0.15

    def test_a_bandit_is_noisy(self, make_box: Make, family: PuzzleFamily) -> None:
        """Known from an exact computation of the published bandit: 93.6 % with 10 pulls, 98.9 % with 20."""
        box = make_box(describe("puzzle/bandit", BANDIT_FRONT, "r", "p"), BANDIT)
        for turns, least in ((10, 0.8), (20, 0.9)):
            measured = identify.measure(box, turns, 1)
            assert (measured["answers"], measured["noisy"]) == (3, True)
            assert measured["identified"] >= least
        assert identify.measure(box, 1, 1)["identified"] < 0.9

    def test_too_many_answers_are_not_listed(self, make_box: Make, family: PuzzleFamily) -> None:
        source = MODULE.replace("randint(0, 100)", "randint(0, 5000)")
        front = FRONT.replace("max: 100", "max: 5000")
        measured = identify.measure(make_box(describe("puzzle/number", front, RULE, PUBLIC), source), 5, 1)
        assert measured == {"answers": "more than 700, or too many to list"}


def test_the_words_are_the_documented_list() -> None:
    words = common_words()
    assert len(words) == 3745
    assert list(words) == sorted(set(words))
    assert all(word.isascii() and word.isalpha() and word.islower() and 4 <= len(word) <= 12 for word in words)


def test_ten_thousand_hostile_replies(make_box: Make, box: Box, family: PuzzleFamily) -> None:
    wordle = make_box(describe("puzzle/wordle", WORDLE_FRONT, "r", "p"), WORDLE)
    for number, played in enumerate((box, wordle)):
        chapter = next(iter(family.conversations(played, Plan(turns=1, shots=1, samples=1, seed=0))))
        sample = next(chapter.samples())
        for reply in hostile_replies(["QUERY: 42", "ANSWER: 42", "QUERY: HELLO", "ANSWER: HELLO"], seed=number):
            result = outcome(chapter.turn(1), reply)
            valid = isinstance(result, Feedback) and played.rules.query.holds(result.query)
            assert isinstance(result, Refusal) or valid
            answered = outcome(sample.shot(1), reply)
            assert isinstance(answered, (Refusal, Score))


@pytest.mark.parametrize(
    ("front", "field"),
    [
        ("domain: {query: {type: bool}}", ("domain", "answer")),
        ("domain: {query: {type: bool}, answer: {type: tree}}", ("domain", "answer")),
        ("domain: {query: {type: bool}, answer: {type: int, min: 2, max: 1}}", ("domain", "answer", "int")),
        ("examples: [{hidden: 1, query: 3, turn: 1, feedback: x}]", ("examples", 0, "query")),
        ("examples: [{hidden: 1, query: true, turn: 0, feedback: x}]", ("examples", 0, "turn")),
        ("examples: [{hidden: 1, solution: true}]", ("examples", 0, "solution")),
        ("examples: [{hidden: 1, query: true}]", ("examples", 0)),
        ("examples: [{seed: 1, query: true}]", ("examples", 0)),
        ("examples: [{seed: -1, hidden: 1}]", ("examples", 0, "seed")),
    ],
)
def test_a_wrong_field_is_named(front: str, field: tuple[str | int, ...]) -> None:
    domain = (
        "" if front.startswith("domain") else "domain: {query: {type: bool}, answer: {type: int, min: 0, max: 1}}\n"
    )
    with pytest.raises(DescriptionFault) as fault:
        FAMILY.read(describe("puzzle/x", f"difficulty: easy\n{domain}{front}\n", "r", "p"))
    assert fault.value.path == field


def test_a_puzzle_without_rules_for_players_is_refused() -> None:
    with pytest.raises(DescriptionFault, match="players are told nothing"):
        FAMILY.read(describe("puzzle/x", FRONT, RULE))


def test_raw_access(box: Box) -> None:
    hidden = answer_line(box, '{"input": {"seed": 5}}')["output"]
    asked = {"hidden": hidden, "query": hidden["number"], "turn": 1}
    assert answer_line(box, json.dumps({"input": asked})) == {"output": "right"}
    for bad in ({**asked, "query": 101}, {**asked, "turn": 0}, {"seed": "x"}, {"hidden": 1}, 7):
        assert "must be" in answer_line(box, json.dumps({"input": bad}))["error"]
    assert "error" in answer_line(box, json.dumps({"input": {**asked, "hidden": None}}))
