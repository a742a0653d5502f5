"""What is asked: neutral names, questions spread over variables and visits, tests that exercise the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from statistics import fmean
from typing import Any

import pytest

from boxwright.blackboxes.box import Box, get_family, open_box
from boxwright.blackboxes.families.code.names import CodeOptions
from boxwright.blackboxes.families.code.questions import is_plain
from boxwright.blackboxes.families.encryption.family import EncryptionFamily, TextDomain, TextRules
from boxwright.blackboxes.families.form_atoms import visible
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.episode import Episode, play
from boxwright.harness.gates.near_misses import chosen, faulty, near_misses
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.glance import GLANCES, GlancePlayer
from boxwright.harness.players.solvers.solver import known
from boxwright.sandbox import Launcher, values

EPISODES = 6


@pytest.fixture
def opened(launcher: Launcher) -> Iterator[Any]:
    boxes: list[Box[Any]] = []

    def open_named(identifier: str) -> Box[Any]:
        boxes.append(open_box(load(Workspace(SHIPPED, True, None), identifier), launcher))
        return boxes[-1]

    yield open_named
    for box in boxes:
        box.close()


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


def test_gates_take_both_values_over_the_tests_where_they_can(opened: Any) -> None:
    for episode in asked(opened("circuit/and_tree"), samples=10):
        columns = list(zip(*(sample.truth for sample in episode), strict=True))
        assert fmean(len(set(column)) == 2 for column in columns) > 0.9


def test_circuits_are_seldom_asked_where_no_gate_is_on(opened: Any) -> None:
    tests = [sample for episode in asked(opened("circuit/and_tree"), samples=10) for sample in episode]
    assert fmean(not any(sample.truth) for sample in tests) < 0.25  # it was 35 %


def test_tests_tell_small_faults_from_the_truth(opened: Any) -> None:
    found = near_misses(opened("encryption/playfair_cipher"), seed=3, most=5)
    assert len(found) == 5
    assert all(0.02 < miss.shows < 0.98 for miss in found)
    assert all(miss.told for miss in found)


@pytest.mark.parametrize("name", ["puzzle/number_guessing", "freeform/hidden_order", "game/rps7_cycle"])
def test_small_faults_of_what_hides_something_are_played_by(opened: Any, name: str) -> None:
    found = near_misses(opened(name), seed=3, most=4)
    assert found
    assert all(0.02 < miss.shows < 0.98 and len(miss.scores) == 3 for miss in found)
    assert any(miss.told for miss in found)
    assert chosen(opened(name), GateSettings(near_misses=2))[1] == []  # the box itself draws what is asked


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("code/factorial_recursion", 20_261_123),
        ("code/num_exchange", 20_261_123),
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
