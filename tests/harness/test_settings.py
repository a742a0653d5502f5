"""The settings of turn@shot: non-adaptive, early stop, no learning, the fixed sample set; and that turns are equal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.seeds import digest
from boxwright.blackboxes.types import Baseline, Plan
from boxwright.blackboxes.workspace import find_workspace
from boxwright.harness.chat.api import Message, Reply
from boxwright.harness.episode import play
from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
from boxwright.harness.evaluation.store import Key
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.player import Observation
from boxwright.harness.programs import REVISION as PROGRAMS
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.report.tables import small_lines, title
from boxwright.harness.settings import SettingRefused, check_plan, check_player, says_stop
from boxwright.sandbox import Launcher, values
from tests.blackboxes.starters import STARTERS, starter
from tests.conftest import CAESAR, describe

Make = Callable[..., Box]
ZIGZAG = "0257336d7c7a97b7ee8dc2bccf7fcdb9f56b0347412463c34271af6eedca3d71"
AND_TREE = "65291d84b916448ef4c2b23af1091954a0932854bccf522fe87f5385e252d0d4"
ROOT = Path(__file__).resolve().parents[2]


class Truthful:
    """Says what it is told at the given replies (counted from 1), else the truth; keeps all that it read."""

    name = "truthful"

    def __init__(self, **said: str) -> None:
        self._said = {int(name.removeprefix("at")): text for name, text in said.items()}
        self.seen: list[tuple[Message, ...]] = []
        self.kinds: list[str] = []

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        self.seen.append(observation.conversation)
        self.kinds.append(observation.kind)
        said = self._said.get(len(self.seen))
        return Reply(text=baseline.truth() if said is None else said)

    def read(self, number: int) -> str:
        """What the player read last before its reply `number`."""
        return self.seen[number - 1][-1].content


def plan(turns: int = 3, shots: int = 1, samples: int = 2, **settings: object) -> Plan:
    return Plan(turns=turns, shots=shots, samples=samples, seed=5, **settings)  # type: ignore[arg-type]


class TestNonAdaptive:
    def test_results_come_after_the_last_turn_all_together(self, make_box: Make, caesar_text: Description) -> None:
        player = Truthful(at1="QUERY: abc", at2="QUERY: x y", at3="QUERY: zZ")
        record = play(make_box(caesar_text, CAESAR), plan(reveal="non-adaptive"), player)
        assert "all of them come together after the last turn" in player.read(1).lower()
        assert not any("Ciphertext" in player.read(turn) for turn in (2, 3))
        assert player.read(2).startswith("Taken.")
        told = player.read(4)
        order = [
            "Result of turn 1:",
            "Ciphertext: bcd",
            "Result of turn 2:",
            "y z",
            "Result of turn 3:",
            "aA",
            "Test 1",
        ]
        assert [told.index(part) for part in order] == sorted(told.index(part) for part in order)
        assert [t.value for t in record.turns] == ["bcd", "y z", "aA"]
        assert [s.outcome for s in record.samples] == ["right", "right"]

    @pytest.mark.parametrize("family", ["encryption", "circuit", "physics", "code", "puzzle", "freeform"])
    def test_the_oracle_still_scores_full(self, family: str, make_box: Make) -> None:
        box = make_box(starter(family), STARTERS[family])
        record = play(box, plan(reveal="non-adaptive"), BuiltinPlayer("oracle", 1))
        assert [s.value for s in record.samples] == [1.0, 1.0]

    def test_a_game_is_refused(self, make_box: Make) -> None:
        with pytest.raises(
            SettingRefused, match="the environment 'game' does not support the setting 'non-adaptive': a practice"
        ):
            play(make_box(starter("game"), STARTERS["game"]), plan(reveal="non-adaptive"), Truthful())


class TestEarlyStop:
    def test_it_ends_the_exploration_and_is_recorded(self, make_box: Make, caesar_text: Description) -> None:
        player = Truthful(at2="I know it.\n**STOP**")
        record = play(make_box(caesar_text, CAESAR), plan(turns=9, stop_early=True), player)
        assert "`STOP`" in player.read(1)
        assert len(record.turns) == 1
        assert [(s.chapter, s.turns, s.refusals) for s in record.stops] == [(1, 1, 0)]
        assert player.read(3).startswith("You have ended the exploration after 1 turn.")
        assert "Test 1 of 2" in player.read(3)
        assert [s.outcome for s in record.samples] == ["right", "right"]

    def test_where_it_may_not_stop_the_word_is_no_query(self, make_box: Make, caesar_text: Description) -> None:
        player = Truthful(at1="STOP")
        record = play(make_box(caesar_text, CAESAR), plan(), player)
        assert record.stops == ()
        assert (len(record.turns), record.turns[0].refusals) == (3, 1)

    def test_in_a_test_it_is_no_answer(self, make_box: Make, caesar_text: Description) -> None:
        record = play(make_box(caesar_text, CAESAR), plan(stop_early=True), Truthful(at4="STOP"))
        assert record.samples[0].shots[0].refusals == 1

    def test_a_plaintext_stop_is_a_query(self, make_box: Make, caesar_text: Description) -> None:
        record = play(make_box(caesar_text, CAESAR), plan(stop_early=True), Truthful(at1="QUERY: STOP"))
        assert record.turns[0].query == "STOP"

    def test_games_are_stopped_between_and_not_within(self, make_box: Make) -> None:
        player = Truthful(at2="STOP", at8="STOP")
        record = play(make_box(starter("game"), STARTERS["game"]), plan(samples=1, stop_early=True), player)
        assert [(t.number, t.refusals) for t in record.turns] == [(1, 1)]
        assert [s.turns for s in record.stops] == [1]
        assert record.samples[0].value == 1.0

    @pytest.mark.parametrize(
        ("reply", "stops"),
        [
            ("STOP", True),
            ("Enough.\n\n> `stop`\n```\n", True),
            ("STOP\nQUERY: a", False),
            ("I STOP", False),
            ("QUERY: STOP", False),
            ("", False),
        ],
    )
    def test_only_the_last_line_counts(self, reply: str, stops: bool) -> None:
        assert says_stop(reply) is stops


class TestNoLearning:
    def test_every_shot_begins_where_the_exploration_ended(self, make_box: Make, caesar_text: Description) -> None:
        player = Truthful(at4="ANSWER: wrong", at5="ANSWER: wrong as well")
        box = make_box(caesar_text, CAESAR)
        record = play(box, plan(shots=2, samples=2, history=False), player)
        tests = player.seen[3:]
        assert len(tests) == 3
        assert all(len(seen) == 7 and seen[:6] == tests[0][:6] for seen in tests)
        assert not any(word in seen[-1].content for seen in tests for word in ("Wrong.", "Right."))
        assert [s.outcome for s in record.samples] == ["wrong", "right"]
        assert "you are not told whether a shot was right" in player.read(1)
        everything = "".join(m.content for m in record.conversations[0])
        assert "wrong as well" in everything
        assert "Right." not in everything

    def test_a_repair_within_a_shot_is_seen(self, make_box: Make, caesar_text: Description) -> None:
        player = Truthful(at4="?", at5="?", at6="?")
        record = play(make_box(caesar_text, CAESAR), plan(history=False), player)
        assert "You may reply again" in player.read(5)
        assert "This shot is lost" not in player.read(7)
        assert [s.outcome for s in record.samples] == ["unparsable", "right"]


def test_a_builtin_player_that_cannot_play_so_says_so() -> None:
    check_player("oracle", plan(answers="code"), "code/kmp")
    with pytest.raises(
        SettingRefused,
        match=r"builtin/solver does not support the setting 'code' of code/kmp; .*--for code/kmp:answers=direct",
    ):
        check_player("solver", plan(answers="code"), "code/kmp")
    check_player("solver", plan(), "code/kmp")
    with pytest.raises(SettingRefused, match="'kumo'"):
        check_plan(get_environment("kumo"), plan(stop_early=True))


class TestEqualTurns:
    """T turns is T answered ones, in every family; none is lost to a greeting or to setting up."""

    @pytest.mark.parametrize("family", STARTERS)
    @pytest.mark.parametrize("turns", [1, 4])
    def test_t_turns_are_t_answered_ones(self, family: str, turns: int, make_box: Make) -> None:
        player = Truthful()
        record = play(make_box(starter(family), STARTERS[family]), plan(turns=turns), player)
        conversations = len(record.conversations)
        assert conversations == (2 if family in ("puzzle", "game") else 1)
        assert [(t.chapter, t.number) for t in record.turns] == [
            (chapter, turn) for chapter in range(1, conversations + 1) for turn in range(1, turns + 1)
        ]
        assert all(t.lost == "" and t.refusals == 0 and t.value is not None for t in record.turns)
        assert player.kinds.count("query") == turns * conversations
        assert f"1 of {turns}" in player.read(1)
        assert len(player.seen[0]) == 1

    @pytest.mark.parametrize("family", STARTERS)
    def test_refused_replies_cost_no_turn(self, family: str, make_box: Make) -> None:
        player = Truthful(at1="Hello! Shall we begin?", at2="")
        record = play(make_box(starter(family), STARTERS[family]), plan(turns=3), player)
        assert [t.refusals for t in record.turns][:3] == [2, 0, 0]
        assert all(t.lost == "" and t.value is not None for t in record.turns)
        assert len(record.turns) == 3 * len(record.conversations)

    @pytest.mark.parametrize("family", STARTERS)
    def test_a_lost_turn_is_one_turn(self, family: str, make_box: Make) -> None:
        player = Truthful(at1="?", at2="?", at3="?")
        record = play(make_box(starter(family), STARTERS[family]), plan(turns=2), player)
        assert [bool(t.lost) for t in record.turns][:2] == [True, False]
        assert len(record.turns) == 2 * len(record.conversations)

    @pytest.mark.parametrize("family", STARTERS)
    def test_one_of_each_is_spoken_of_as_one(self, family: str, make_box: Make) -> None:
        player = Truthful()
        play(make_box(starter(family), STARTERS[family]), plan(turns=1, samples=1), player)
        asked = player.read(1)
        assert not re.search(r"one after the other|\beach from|1 shot each", asked), asked

    def test_a_turn_of_the_exploration_is_called_a_game_where_a_game_has_turns(self, make_box: Make) -> None:
        player = Truthful(at1="?", at2="?", at3="?", at4="STOP")
        play(make_box(starter("game"), STARTERS["game"]), plan(turns=3, stop_early=True), player)
        assert "unused practice games are lost" in player.read(1)
        assert "(2 more before the practice game is lost)" in player.read(2)
        assert "This practice game is lost." in player.read(4)
        assert "ended the exploration after 1 practice game." in player.read(5)


class TestSampleSet:
    """`--sample-set v6`: the same tests everywhere."""

    def evaluation(self, launcher: Launcher, *boxes: str, **given: object) -> Evaluation:
        settings = EvalSettings.model_validate({"models": ("builtin/oracle",), "boxes": boxes, **given})
        place = find_workspace(ROOT)
        return Evaluation(settings, {b: registry.load(place, b) for b in boxes}, {"builtin/oracle": None}, launcher)

    def asked(self, evaluation: Evaluation, key: Key, player: object = None) -> EpisodeRecord:
        with evaluation.boxes[key.box].open(evaluation.launcher) as box:
            return play(box, evaluation.plan(key), player or BuiltinPlayer("random", evaluation.luck(key)))  # type: ignore[arg-type]

    def test_seed_and_run_change_nothing_of_the_tests(self, launcher: Launcher) -> None:
        box = "encryption/zigzag_cipher"
        asked = [
            [
                s.question
                for s in self.asked(
                    self.evaluation(launcher, box, sample_set=fixed, seed=seed), Key("", box, run)
                ).samples
            ]
            for fixed in ("v6", None)
            for seed, run in ((1, 1), (99, 1), (1, 2))
        ]
        assert asked[0] == asked[1] == asked[2]
        assert len({values.dumps(some) for some in asked[3:]}) == 3

    def test_builtin_players_draw_anew_in_each_run(self, launcher: Launcher) -> None:
        box = "encryption/zigzag_cipher"
        evaluation = self.evaluation(launcher, box, sample_set="v6")
        first, second = (self.asked(evaluation, Key("", box, run)) for run in (1, 2))
        assert [t.query for t in first.turns] != [t.query for t in second.turns]

    @pytest.mark.parametrize(("box", "asked"), [("encryption/zigzag_cipher", ZIGZAG), ("circuit/and_tree", AND_TREE)])
    def test_v6_is_what_it_was(self, box: str, asked: str, launcher: Launcher) -> None:
        """Published scores stand on these samples: who changes how they are drawn makes a new set."""
        evaluation = self.evaluation(launcher, box, sample_set="v6", turns=1)
        player = BuiltinPlayer("constant", 0)
        record = self.asked(evaluation, Key("", box, 1), player)
        assert digest(values.dumps([s.question for s in record.samples])) == asked

    def test_skips_are_recorded(self, launcher: Launcher) -> None:
        box = "circuit/and_tree"
        evaluation = self.evaluation(launcher, box, sample_set="v6", turns=1)
        first = self.asked(evaluation, Key("", box, 1)).samples[0].question
        player = Truthful(at1="QUERY: " + " ".join(map(str, first)))
        record = self.asked(evaluation, Key("", box, 1), player)
        assert record.skips == (first,)
        assert first not in [s.question for s in record.samples]

    def test_it_stands_in_the_results_and_the_title(self, launcher: Launcher) -> None:
        evaluation = self.evaluation(launcher, "circuit/and_tree", sample_set="v6")
        said = evaluation.provenance()
        assert said["sample_set"] == "v6"
        assert "sample set v6" in title(said)
        usual = self.evaluation(launcher, "circuit/and_tree").provenance()
        assert not {"sample_set", "answers", "adaptive", "may_stop", "learning", "programs"} & set(usual)
        assert "seed 1" in title(usual)

    def test_code_expression_names_the_rules_that_scored_it(self, launcher: Launcher) -> None:
        said = self.evaluation(launcher, "circuit/and_tree", answers="code").provenance()
        assert said["programs"] == PROGRAMS
        assert "programs on up to 8 inputs" in title(said)


def test_a_domain_too_small_for_t_and_k_says_so(launcher: Launcher, make_box: Make) -> None:
    class Small:
        """Stands for an accepted box of three wires."""

        id = "circuit/tiny"
        environment = get_environment("circuit")
        description = describe("circuit/tiny", "difficulty: easy\ndomain: {inputs: 3}\n", "rule")

        def open(self, launcher: Launcher) -> Box:
            return make_box(self.description, STARTERS["circuit"])

    def small(**given: object) -> list[str]:
        settings = EvalSettings.model_validate({"models": (), "boxes": (), **given})
        evaluation = Evaluation(settings, {"circuit/tiny": Small()}, {}, launcher)  # type: ignore[dict-item]
        return small_lines({"small": evaluation.small()})

    assert small(turns=2, samples=6) == []
    (line,) = small(turns=3, samples=6)
    assert line.startswith("circuit/tiny: its domain has 8 inputs, fewer than the 9 that T and K ask for")
    assert small(turns=7, samples=1000, answers="code") == []
    assert len(small(turns=8, samples=1000, answers="code")) == 1
