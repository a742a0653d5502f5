"""What is asked: neutral names, questions spread over variables and visits, tests that exercise the rule."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise, product
from statistics import fmean
from typing import Any

import pytest

from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.families.circuit.family import BitDomain, BitRules, CircuitFamily
from boxwright.blackboxes.families.code.conversation import CodeSample
from boxwright.blackboxes.families.code.names import CodeOptions
from boxwright.blackboxes.families.code.questions import asked_again, is_plain
from boxwright.blackboxes.families.encryption.family import EncryptionFamily, TextDomain, TextRules
from boxwright.blackboxes.families.form_atoms import visible
from boxwright.blackboxes.families.freeform.misreadings import misreadings
from boxwright.blackboxes.families.freeform.rules import SessionDomain
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import Episode, play
from boxwright.harness.gates.asked import chosen, report
from boxwright.harness.gates.misread import misread
from boxwright.harness.gates.near_misses import near_misses
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.gates.small_faults import faulty, faulty_otherwise
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.glance import GLANCES, GlancePlayer
from boxwright.harness.players.solvers.solver import known
from boxwright.sandbox import Launcher, values
from tests.conftest import describe

EPISODES = 6
AS_RECORDED = [
    [0, 1, 0, 1, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 0, 1, 0, 0, 0, 1],
    [1, 1, 1, 1, 1, 0, 0, 0],
]
"""What was asked of a built `circuit/and_tree` with seed 1 when the recordings were made."""


def asked(box: Box[Any], samples: int = 8) -> list[list[Any]]:
    episodes = []
    for seed in range(EPISODES):
        (conversation,) = box.family.conversations(box, Plan(0, 1, samples, seed))
        episodes.append(list(conversation.samples()))
    return episodes


def test_players_read_no_name_of_the_algorithm(opened: Any) -> None:
    box = opened("code/kmp")
    episode = Episode(box, Plan(turns=3, shots=1, samples=4, seed=1))
    while not episode.done:
        episode.step(episode.baseline.truth())
    texts = "\n".join(m.content for said in episode.record.conversations for m in said)
    for name in ("lps", "pattern", "found", "text ="):
        assert name not in texts
    assert "x2" in texts
    assert "`v" in texts
    assert all(set(turn.query["inputs"]) == {"text", "pattern"} for turn in episode.record.turns)  # records keep them
    assert {sample.outcome for sample in episode.record.samples} == {"right"}


def test_own_names_are_an_option_and_what_a_builds_tester_reads(opened: Any) -> None:
    box = opened("code/kmp")
    assert box.family.read_options(box.family.built_with) == CodeOptions(names="own")
    (conversation,) = box.family.conversations(box, Plan(1, 1, 1, 1, options=CodeOptions(names="own")))
    assert "`pattern`" in conversation.introduction


def test_an_own_name_is_refused_in_a_query(opened: Any) -> None:
    episode = Episode(opened("code/kmp"), Plan(turns=1, shots=1, samples=1, seed=1))
    said = episode.step("QUERY: {'inputs': {'text': 'a', 'pattern': 'a'}, 'checkpoint': [1, 1]}")
    assert "inputs must be exactly: x1, x2" in said


def test_questions_are_spread_over_visits_variables_and_answers(opened: Any) -> None:
    questions = [sample.asked for episode in asked(opened("code/kmp")) for sample in episode]
    assert fmean(question.checkpoint[1] == 1 for question in questions) < 0.5  # it was 73 %
    assert fmean(map(is_plain, questions)) < 0.4
    common = Counter((question.checkpoint[0], question.variable) for question in questions).most_common(1)
    assert common[0][1] < 0.3 * len(questions)


def test_names_alone_answer_nothing_on_kmp(opened: Any) -> None:
    box = opened("code/kmp")

    def score(options: CodeOptions) -> float:
        plans = [Plan(0, 1, 8, seed, options=options) for seed in range(EPISODES)]
        played = [play(box, plan, GlancePlayer(GLANCES[1], known(box.description, plan))) for plan in plans]
        return fmean(sample.value for record in played for sample in record.samples)

    neutral, own = score(CodeOptions()), score(CodeOptions(names="own"))
    assert neutral < 0.25
    assert own > 2 * neutral


def test_texts_have_what_rules_often_treat_in_a_way_of_its_own() -> None:
    family, rules = EncryptionFamily(), TextRules(TextDomain(max_length=30))
    rng = stream("texts")
    texts = [family.draw_test(rules, rng, number / 200) for number in range(200)]
    assert all(family.in_domain(rules, text) for text in texts)
    lengths = [len(text) for text in texts]
    assert lengths == sorted(lengths)
    assert (lengths[0], lengths[-1]) == (4, 30)
    assert fmean(any(a == b != " " for a, b in pairwise(text)) for text in texts) > 0.7
    assert fmean("  " in text for text in texts) > 0.1
    assert fmean(bool(set(text.casefold()) & set("jqxzkvw")) for text in texts) > 0.8


def test_one_text_in_four_is_drawn_as_the_domain_has_them() -> None:
    family, rules = EncryptionFamily(), TextRules(TextDomain(max_length=30))
    rng = stream("asked")
    texts = [family.draw_asked(rules, rng, number / 400) for number in range(400)]
    plain = [family.draw(rules, rng) for _ in range(400)]
    short, as_drawn = (fmean(len(text) < 6 for text in drawn) for drawn in (texts[:100], plain))
    assert abs(short - as_drawn) < 0.15
    assert short > 5 * fmean(len(family.draw_test(rules, rng, number / 400)) < 6 for number in range(400))
    assert all(len(text) > 6 for text in texts[100:])


FEW = {"circuit/add": 3, "circuit/arbitrary": 1}
"""Gates that no eight inputs vary: of `arbitrary` proven by a SAT solver, of `add` the fewest that a search finds."""


@pytest.mark.parametrize("name", ["circuit/and_tree", "circuit/count", "circuit/matrixmul", "circuit/path", *FEW])
def test_every_gate_takes_both_values_over_the_tests_where_it_can(opened: Any, name: str) -> None:
    box = opened(name)
    domain = [[list(bits)] for bits in product((0, 1), repeat=box.rules.domain.inputs)]
    can = varying([reply.unwrap() for reply in box.call_many("blackbox", domain)])
    truths = [[sample.truth for sample in episode] for episode in asked(box)]
    assert {len(can) - len(varying(episode)) for episode in truths} == {FEW.get(name, 0)}
    for three in (truths[:3], truths[3:]):
        assert len(varying([truth for episode in three for truth in episode])) >= len(can) - (name in FEW)


def test_tests_of_a_circuit_are_not_the_same_in_each_episode(opened: Any) -> None:
    episodes = asked(opened("circuit/count"))
    assert len({str(sample.question) for episode in episodes for sample in episode}) >= 3 * len(episodes)


def varying(outputs: list[list[int]]) -> list[int]:
    return [gate for gate, column in enumerate(zip(*outputs, strict=True)) if len(set(column)) == 2]


def test_inputs_that_were_explored_are_not_chosen(opened: Any) -> None:
    box = opened("circuit/count")
    (conversation,) = box.family.conversations(box, Plan(0, 1, 8, 1))
    usual = [sample.question for sample in conversation.samples()]
    (again,) = box.family.conversations(box, Plan(0, 1, 8, 1))
    again.explored = {values.dumps(bits): bits for bits in usual}
    assert not [sample for sample in again.samples() if sample.question in usual]
    assert all(bits in usual for bits in again.skips())
    assert len(again.skips()) >= 3


def test_of_a_large_circuit_drawn_inputs_are_chosen_among() -> None:
    family, rules = CircuitFamily(), BitRules(BitDomain(inputs=16, gates=None, outputs=None))
    drawn = family.candidates(rules, stream("large"))
    assert 500 < len(drawn) <= 1000
    assert len({tuple(bits) for bits in drawn}) == len(drawn)
    assert all(family.in_domain(rules, bits) for bits in drawn)
    assert len(family.candidates(BitRules(BitDomain(inputs=12, gates=None, outputs=None)), stream("all"))) == 4096


ONE_IN_A_HUNDRED = [[0, 0]] * 60 + [[1, 0]] * 39 + [[1, 1]]


def test_a_value_that_one_candidate_has_is_chosen() -> None:
    for seed in range(20):
        chosen = CircuitFamily().choose(ONE_IN_A_HUNDRED, [], 3, stream(seed))
        assert len(set(chosen)) == 3
        assert varying([ONE_IN_A_HUNDRED[at] for at in chosen]) == [0, 1]


def test_what_is_chosen_adds_to_the_other_tests() -> None:
    for seed in range(20):
        (one,) = CircuitFamily().choose(ONE_IN_A_HUNDRED, [[0, 0], [1, 0]], 1, stream(seed))
        assert one == 99


def test_fewer_are_chosen_where_there_are_fewer() -> None:
    family = CircuitFamily()
    assert family.choose([], [], 3, stream("none")) == []
    assert sorted(family.choose([[0], [1]], [], 3, stream("two"))) == [0, 1]
    assert family.choose([[0], [1]], [], 0, stream("no place")) == []
    assert len(family.choose([[0], [1]], [], 1, stream("one"))) == 1


def test_outputs_repeat_only_where_there_are_no_others() -> None:
    chosen = CircuitFamily().choose(ONE_IN_A_HUNDRED, [], 8, stream("repeat"))
    counts = Counter(tuple(ONE_IN_A_HUNDRED[at]) for at in chosen)
    assert counts[1, 1] == 1
    assert counts[0, 0] + counts[1, 0] == 7


def test_what_a_builds_tester_is_asked_is_drawn_as_in_its_recording(opened: Any) -> None:
    box = opened("circuit/and_tree")
    with Box(box.description, box.family, box.source, box.launcher) as built:
        (conversation,) = built.family.conversations(built, Plan(0, 1, 4, 1))
        assert [sample.question for sample in conversation.samples()] == AS_RECORDED, (
            "a replay of its recording asks something else"
        )


def test_circuits_are_seldom_asked_where_no_gate_is_on(opened: Any) -> None:
    tests = [sample for episode in asked(opened("circuit/and_tree"), samples=10) for sample in episode]
    assert fmean(not any(sample.truth) for sample in tests) <= 0.1  # it was 35 %


def test_tests_tell_small_faults_from_the_truth(opened: Any) -> None:
    found = near_misses(opened("encryption/playfair_cipher"), seed=3, most=5)
    assert len(found) == 5
    assert all(0.02 < miss.shows < 0.98 for miss in found)
    assert all(miss.told for miss in found)


@pytest.mark.parametrize("name", ["puzzle/number_guessing", "freeform/moving_lock", "game/rps7_cycle"])
def test_small_faults_of_what_hides_something_are_played_by(opened: Any, name: str) -> None:
    found = near_misses(opened(name), seed=3, most=4)
    assert found
    assert all(0.02 < miss.shows < 0.98 and len(miss.scores) == 3 for miss in found)
    assert any(miss.told for miss in found)
    if not name.startswith("freeform/"):
        assert chosen(opened(name), GateSettings(near_misses=2))[1] == []  # what is hidden, or a score, is the test


def test_a_fault_of_a_game_costs_points_or_nobodys_moves(opened: Any) -> None:
    """A believer of the first is contradicted in the third round; what it does then hangs on no order of the moves."""
    box = opened("game/undercut")
    plan = Plan(0, 1, 8, seed=1)
    samples = [sample for conversation in box.family.conversations(box, plan) for sample in conversation.samples()]
    faults = {(fault.line, fault.change): fault.source for fault in faulty(box.source)}

    def believed(line: int, change: str) -> float:
        with Box(box.description, box.family, faults[line, change], box.launcher) as other:
            return fmean(sample.believed(other) for sample in samples)

    assert all(sample.exact for sample in samples)
    assert believed(26, "a + b → a - b") < 0.7
    assert believed(25, "b > a → b >= a") < 1.0
    assert believed(49, "left > 0 → left >= 0") == 1.0  # nothing follows the last round


def test_what_costs_nothing_in_a_game_is_noted_apart(opened: Any) -> None:
    notes = report(opened("game/rps7_cycle"), GateSettings(near_misses=6))["near_misses"]
    assert notes["untold"] == []
    assert 0 < len(notes["costless"]) < notes["tried"]
    assert all(told.startswith("line ") for told in notes["costless"])


def only_even_numbers(launcher: Launcher) -> Box[Any]:
    """Its questions are about even numbers, so whoever is wrong about odd ones, or about zeros in front, loses none."""
    source = (
        "def open(seed):\n    return 0\n\n\n"
        "def explore(state, text):\n    return {'state': state + 1, 'feedback': str(told(int(text)))}\n\n\n"
        "def told(number):\n    return number if number % 2 == 0 else number + 5\n\n\n"
        "def questions(state, seed, count):\n    numbers = [2 * ((seed + n) % 500) for n in range(count)]\n"
        "    return [{'prompt': f'And for {n}?', 'answer': told(n), 'comparator': 'number'} for n in numbers]\n"
    )
    front = "difficulty: easy\ndomain: {alphabet: '0123456789', max_length: 3}\nexamples:\n"
    front += "  - {state: 0, input: '3', output: '8'}\n"
    description = describe("freeform/odd", front, "Odd numbers come back larger by five.", "You send a number.")
    return Box(description, get_family("freeform"), source, launcher)


def test_what_only_feedback_shows_is_a_near_miss_and_told_by_a_text(launcher: Launcher) -> None:
    with only_even_numbers(launcher) as box:
        found = {miss.words: miss for miss in near_misses(box, seed=3, most=40)}
        assert not found["line 10: 5 → 6 (in feedback alone)"].told
        notes = report(box, GateSettings())["near_misses"]
        assert notes["untold"] == []
        telling = [list(map(values.loads, group)) for group in notes["telling"]]
        texts = [question["text"] for group in telling for question in group if "text" in question]
        assert any(int(text) % 2 for text in texts)
        with box.asking(telling) as played:
            (conversation,) = played.family.conversations(played, Plan(4, 1, 8, 1))
            asked = [sample for sample in conversation.samples() if sample.call.function == "explore"]
            assert 1 <= len(asked) <= 3
            assert (
                "what comes back for a text if you send it in a turn now, after your last one"
                in conversation.introduction
            )
            record = play(played, Plan(4, 1, 8, 1), BuiltinPlayer("oracle", 1))
            assert all(sample.value == 1.0 for sample in record.samples)
        assert "if you send it in a turn" not in next(box.family.conversations(box, Plan(4, 1, 8, 1))).introduction


def test_beliefs_about_texts_are_near_misses(launcher: Launcher) -> None:
    """A zero in front counts for nothing: whoever believes otherwise is wrong on one text in fifteen."""
    with only_even_numbers(launcher) as box:
        found = {miss.fault.told: miss for miss in misread(box, seed=3, most=200)}
    assert not found["zeros in front of a number are read as ones"].told
    assert found["only the first 2 characters are read"].told  # a question that ends with a text asks for its feedback
    assert 0.02 < found["zeros in front of a number end it"].shows < 0.12
    assert "zeros in front are dropped" not in found


def test_misreadings_are_modules_that_read_otherwise(launcher: Launcher) -> None:
    domain = SessionDomain(alphabet="ab 01", max_length=10)
    with only_even_numbers(launcher) as box:
        source = "def explore(state, text):\n    return {'state': state, 'feedback': text}\n"
        source += "\n\ndef questions(state, seed, count):\n    return []\n"
        found = {one.told: one.source for (one,) in misreadings(source, domain, ["none"])}
        said = {}
        for told, module in found.items():
            with Box(box.description, box.family, module, launcher) as other:
                said[told] = [other.call("explore", 0, text)["feedback"] for text in ("abba 01  b", "a", "1a0")]
    assert said["of a word 2 letters are read"] == ["ab 01  b", "a", "1a"]
    assert said["'b' is not read"] == ["aa 01", "a", "1a0"]
    assert said["blanks in a row: the answer is none"] == ["none", "a", "1a0"]
    assert said["zeros in front of a number end it"] == ["abba 0  b", "a", "1a0"]
    assert said["no digit: the answer is none"] == ["abba 01  b", "none", "1a0"]
    assert all(any(back) for back in said.values())


def test_what_is_read_otherwise_is_read_so_by_questions_about_several_texts(launcher: Launcher) -> None:
    """They use the function to which `explore` hands its text."""
    domain = SessionDomain(alphabet="ab", max_length=4)
    source = (
        "def explore(state, text):\n    return {'state': state, 'feedback': str(worth(state, text))}\n\n\n"
        "def worth(state, text):\n    return text.count('b')\n\n\n"
        "def questions(state, seed, count):\n    return [worth(state, 'abb') + worth(state, 'bab')] * count\n"
    )
    with only_even_numbers(launcher) as box:
        ways = {each[0].told: each for each in misreadings(source, domain, ["0"])}
        inside, around = ways["only the first 2 characters are read"]
        for module, asked in ((inside.source, 2), (around.source, 4)):
            with Box(box.description, box.family, module, launcher) as other:
                assert other.call("explore", 0, "abb")["feedback"] == "1"
                assert other.call("questions", 0, 1, 1) == [asked]
    assert len(ways["'b' in the text: the answer is 0"]) == 1


@pytest.mark.parametrize(
    "explore", ["explore = lambda state, text: worth(text)", "def explore(*given):\n    return worth(given[1])"]
)
def test_a_module_that_is_written_otherwise_is_misread_around_explore(explore: str) -> None:
    source = f"{explore}\n\n\ndef worth(text):\n    return text\n\n\ndef questions(*given):\n    return worth('a')\n"
    assert all(len(each) == 1 for each in misreadings(source, SessionDomain(alphabet="ab", max_length=4), ["0"]))


def test_questions_of_a_session_are_asked_after_some_texts_where_near_misses_are_tried(opened: Any) -> None:
    box = opened("freeform/stubborn_lift")
    (conversation,) = box.family.conversations(box, Plan(0, 1, 8, 1))
    conversation.wander(stream("lift"), 0)
    assert conversation.state == conversation.opening
    conversation.wander(stream("lift"), 2)
    assert conversation.state != conversation.opening
    turns = list(conversation.explorations(stream("lift"), 30))
    assert len({values.dumps(turn.call.args[0]) for turn in turns}) > 5  # states
    for turn in turns:
        (reply,) = box.replies([turn.call])
        assert turn.is_answered(reply)


def test_where_no_plain_fault_is_a_near_miss_loops_are_changed(opened: Any) -> None:
    box = opened("freeform/crossing_wires")
    found = near_misses(box, derive("asked"), 4)
    plain, further = ({fault.told for fault in faults(box.source)} for faults in (faulty, faulty_otherwise))
    assert found and not {miss.fault.told for miss in found} & plain
    assert {miss.fault.told for miss in found} <= further


def test_numbers_in_tables_are_changed() -> None:
    source = "TABLE = ((1, 2),)\n\n\ndef blackbox(x):\n    return [row[0] for row in TABLE]\n"
    told = [fault.told for fault in faulty_otherwise(source)]
    assert told[:2] == ["line 5: TABLE → list(TABLE)[1:]", "line 5: TABLE → list(TABLE)[:-1]"]
    assert told[2:] == [f"line 1: {old} → {new}" for old, new in ((1, 2), (1, 0), (2, 3), (2, 1))]


def test_a_fault_that_showed_by_luck_is_no_near_miss(opened: Any) -> None:
    """Of 24 faults of `highprecision_divide` that showed on 4 of 150 samples, 8 show on 0.3 % of the domain."""
    box, seed = opened("code/highprecision_divide"), derive("asked")
    found = near_misses(box, seed, 24)
    assert len(found) >= 12
    assert all(miss.told or miss.shows > 0.02 for miss in found)
    assert sum(miss.untold for miss in found) <= 1  # it was 8


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("code/factorial_recursion", 20_261_123),
        ("code/split_runs", 20_261_124),
        ("physics/bullet_object", 207_053_195_846_420_145),  # the first telling question takes the place of another
    ],
)
def test_near_misses_that_tests_seldom_tell_are_told_by_questions_of_their_own(
    opened: Any, name: str, seed: int
) -> None:
    box = opened(name)
    settings = GateSettings(seed=seed)
    seldom = [miss for miss in near_misses(box.asking(()), settings.seed, settings.near_misses) if not miss.surely]
    found, groups = chosen(box, settings)
    assert seldom
    assert groups
    assert all(miss.told for miss in found)


def test_telling_questions_give_no_input_back_where_others_tell_as_much(opened: Any) -> None:
    """Of the questions on `sieve_of_eratosthenes` one in twelve gave an input back."""
    box = opened("code/sieve_of_eratosthenes")
    _, groups = chosen(box, GateSettings())
    (conversation,) = box.family.conversations(box, Plan(0, 1, 8, 1))
    given_back = [
        [CodeSample(conversation, 1, asked_again(box, question)).guessable for question in group] for group in groups
    ]
    assert given_back
    for group in given_back:
        assert all(group) or not any(group)
    assert not all(map(any, given_back))


def test_what_a_session_asks_is_chosen_so_that_small_faults_are_told(opened: Any) -> None:
    """A weight class whose bound is one off shows on 6 % of questions: three episodes miss it every fourth time."""
    box = opened("freeform/parcel_office").asking(())
    _, groups = chosen(box, GateSettings())
    faults = {fault.told: fault.source for fault in faulty(box.source)}
    bounds = ("line 14: weight <= 5 → weight < 5", "line 12: 2 → 1", "line 14: 5 → 4", "line 16: 10 → 9")

    def missed(asking: Box[Any]) -> int:
        asked = []
        for seed in range(4 * EPISODES):
            plans = [Plan(0, 1, 8, derive(seed, number)) for number in range(3)]
            played = [next(iter(box.family.conversations(asking, plan))) for plan in plans]
            asked.append([sample for conversation in played for sample in conversation.samples()])
        found = 0
        for bound in bounds:
            with Box(box.description, box.family, faults[bound], box.launcher) as other:
                for samples in asked:
                    replies = other.replies([sample.call for sample in samples])
                    found += all(sample.is_answered(reply) for sample, reply in zip(samples, replies, strict=True))
        return found

    drawn = missed(box)
    with box.asking(groups) as chosen_for:
        assert drawn > 8 >= 4 * missed(chosen_for)


def test_a_telling_question_of_a_session_is_asked_in_its_state_unless_it_was_explored(opened: Any) -> None:
    box = opened("freeform/hidden_order")
    (first,) = box.family.conversations(box, Plan(1, 1, 4, 1))
    question = {"seed": 12345, "count": 3, "index": 1}
    prompt = box.call("questions", first.state, 12345, 3)[1]["prompt"]
    told = box.asking([[question]])
    for explored in (False, True):
        (conversation,) = told.family.conversations(told, Plan(1, 1, 4, 1))
        if explored:
            conversation._queries = [prompt]
        samples = list(conversation.samples())
        assert len({sample.question for sample in samples}) == 4
        assert (prompt in [sample.question for sample in samples]) is not explored
        assert (prompt in conversation.skips()) is explored
        for sample in samples:
            answered = box.call(sample.call.function, *sample.call.args)
            assert sample.truth in [entry["answer"] for entry in answered if entry["prompt"] == sample.question]


def test_one_telling_question_of_each_group_is_asked_unless_it_was_explored(opened: Any) -> None:
    given = ["a b", "c d", "e f"]
    box = opened("encryption/caesar_cipher").asking([given, ["g h"]])
    for seed in range(EPISODES):
        (conversation,) = box.family.conversations(box, Plan(1, 1, 8, seed))
        conversation.explored = {values.dumps(text): text for text in (*given[:2], "g h")}
        texts = [sample.question for sample in conversation.samples()]
        assert "e f" in texts
        assert not {"a b", "c d", "g h"} & set(texts)
        assert "g h" in conversation.skips()
    (alone,) = box.family.conversations(box, Plan(0, 1, 1, 1))
    (sample,) = alone.samples()
    assert sample.question not in [*given, "g h"]


def test_an_accepted_box_asks_the_questions_that_its_manifest_keeps(opened: Any) -> None:
    box = opened("circuit/round_table")
    assert box.telling
    kept = [values.dumps(question) for group in box.telling for question in group]
    for episode in asked(box):
        assert sum(values.dumps(sample.question) in kept for sample in episode) >= min(4, len(box.telling))


def test_faults_are_small_changes_that_are_still_python() -> None:
    source = "def blackbox(text):\n    return text[1:] if len(text) > 2 and text else text * 2\n"
    made = list(islice(faulty(source), 20))
    assert ("len(text) > 2 → len(text) >= 2") in [fault.change for fault in made]
    assert len({fault.source for fault in made}) == len(made)
    for fault in made:
        compile(fault.source, "fault", "exec")


def test_a_glance_loses_its_turns_and_plays_every_family(opened: Any) -> None:
    for identifier in ("game/rps7_beat_last", "puzzle/number_guessing", "freeform/hidden_order"):
        box = opened(identifier)
        plan = Plan(turns=1, shots=1, samples=2, seed=3)
        record = play(box, plan, GlancePlayer(GLANCES[0], known(box.description, plan)))
        assert {sample.outcome for sample in record.samples} <= {"right", "wrong"}
        assert all(turn.lost for turn in record.turns) or identifier.startswith("game/")


def test_a_blank_in_an_alphabet_is_named() -> None:
    assert visible("ab ") == "a b and the blank"
    assert visible("ab") == "a b"


def test_no_player_gets_a_builtin_by_a_wrong_name() -> None:
    with pytest.raises(Exception, match="first-glance"):
        BuiltinPlayer("first-glanc", 1)
    assert get_family("code").options is CodeOptions
