"""turn@shot (docs/evaluate.md): counted turns, repairs, shots, signals, the five outcomes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.types import Baseline, Plan
from boxwright.harness.chat.api import ProviderFailed, Reply, Usage
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.player import Observation
from boxwright.sandbox import Launcher, SandboxError
from tests.conftest import CAESAR, describe
from tests.harness.two_move_game import MODULE, TwoMoveGame

Make = Callable[..., Box]


class Script:
    """A player with scripted replies; never presented as a model."""

    name = "script"

    def __init__(self, *replies: str | Reply) -> None:
        self._replies = list(replies)
        self.seen: list[str] = []

    def reply(self, observation: Observation) -> Reply:
        self.seen.append(observation.message)
        reply = self._replies.pop(0)
        return reply if isinstance(reply, Reply) else Reply(text=reply, usage=Usage(input=3, output=2, calls=1))


class TruthAfter(Script):
    """Says the given replies first, then the truth."""

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        if self._replies:
            return super().reply(observation)
        self.seen.append(observation.message)
        return Reply(text=baseline.truth())


def plan(turns: int = 2, shots: int = 1, samples: int = 2, seed: int = 5) -> Plan:
    return Plan(turns=turns, shots=shots, samples=samples, seed=seed)


def test_t_turns_are_t_answered_queries(make_box: Make, caesar_text: Description) -> None:
    player = TruthAfter("QUERY: abc", "I think so.\nQUERY: xyz")
    record = play(make_box(caesar_text, CAESAR), plan(), player)
    assert [(t.query, t.value) for t in record.turns] == [("abc", "bcd"), ("xyz", "yza")]
    assert [s.outcome for s in record.samples] == ["right", "right"]
    assert [t.refusals for t in record.turns] == [0, 0]
    assert "Ciphertext: bcd" in player.seen[1]
    assert "Turn 2 of 2" in player.seen[1]
    assert "Ciphertext: yza" in player.seen[2]
    assert "Test 1 of 2, shot 1 of 1" in player.seen[2]
    assert record.conversations[0][-1].content.endswith("Right.")


def test_an_unreadable_reply_may_be_repaired_twice(make_box: Make, caesar_text: Description) -> None:
    player = TruthAfter("no marker", "QUERY: é", "QUERY: abc", "x", "y", "z")
    record = play(make_box(caesar_text, CAESAR), plan(), player)
    first, second = record.turns
    assert (first.query, first.refusals, first.lost) == ("abc", 2, "")
    assert (second.query, second.refusals) == (None, 3)
    assert "no line" in second.lost
    assert "2 more" in player.seen[1]
    assert "1 more" in player.seen[2]
    assert "This turn is lost." in player.seen[6]


def test_every_shot_gets_a_binary_signal_and_the_best_counts(make_box: Make, caesar_text: Description) -> None:
    player = TruthAfter("QUERY: a", "ANSWER: wrong", "ANSWER: wrong once more")
    record = play(make_box(caesar_text, CAESAR), plan(turns=1, shots=3, samples=1), player)
    (sample,) = record.samples
    assert (sample.outcome, sample.value) == ("right", 1.0)
    assert [s.right for s in sample.shots] == [False, False, True]
    assert player.seen[2].startswith("Wrong.")
    assert "shot 2 of 3" in player.seen[2]


@pytest.mark.parametrize(
    ("replies", "outcome"),
    [
        (["ANSWER: q"], "wrong"),
        (["I cannot tell.", "Let me see.", "No."], "unparsable"),
        ([Reply(text="ANSWER: half", finish="length")] * 3, "cut"),
        ([Reply(text="", finish="refused")] * 3, "cut"),
        ([Reply(text="so long", finish="length"), "ANSWER: q"], "wrong"),
    ],
)
def test_outcomes_are_kept_apart(
    replies: list[str | Reply], outcome: str, make_box: Make, caesar_text: Description
) -> None:
    record = play(make_box(caesar_text, CAESAR), plan(turns=1, samples=1), Script("QUERY: a", *replies))
    assert record.samples[0].outcome == outcome
    assert record.samples[0].value == 0.0


def test_a_cut_reply_is_never_read(make_box: Make, caesar_text: Description) -> None:
    cut = Reply(text="QUERY: abc", finish="length")
    record = play(make_box(caesar_text, CAESAR), plan(turns=1, samples=1), TruthAfter(cut, "QUERY: xyz"))
    assert record.turns[0].query == "xyz"


def test_test_samples_are_unseen_and_the_skipped_are_recorded(make_box: Make) -> None:
    description = describe("circuit/tiny", "difficulty: easy\ndomain: {inputs: 3}\n", "The wires inverted.")
    source = 'def describe(): return {"inputs": 3, "gates": 3}\ndef blackbox(bits): return [1 - b for b in bits]\n'
    queries = ["QUERY: 000", "QUERY: 111", "QUERY: 010", "QUERY: 1 0 1"]
    record = play(make_box(description, source), plan(turns=4, samples=4), TruthAfter(*queries))
    explored = [t.query for t in record.turns]
    asked = [s.question for s in record.samples]
    assert len(asked) == 4
    assert not [q for q in asked if q in explored]
    assert len({tuple(q) for q in asked}) == 4
    assert record.skips
    assert all(s in explored for s in record.skips)
    assert len(set(map(tuple, record.skips))) == len(record.skips), "each skipped input once"


def test_the_last_unexplored_inputs_are_found(make_box: Make) -> None:
    description = describe("circuit/small", "difficulty: easy\ndomain: {inputs: 8}\n", "The wires inverted.")
    source = 'def describe(): return {"inputs": 8, "gates": 8}\ndef blackbox(bits): return [1 - b for b in bits]\n'
    queries = [f"QUERY: {number:08b}" for number in range(240)]
    record = play(make_box(description, source), plan(turns=240, samples=16), TruthAfter(*queries))
    asked = sorted(int("".join(map(str, s.question)), 2) for s in record.samples)
    assert asked == list(range(240, 256))


def test_the_same_seed_and_replies_give_the_same_record(make_box: Make, caesar_text: Description) -> None:
    def record(seed: int) -> object:
        return play(make_box(caesar_text, CAESAR), plan(seed=seed), BuiltinPlayer("random", seed))

    assert record(5) == record(5)
    assert record(5) != record(6)


def test_all_models_meet_the_same_tests(make_box: Make, caesar_text: Description) -> None:
    oracle = play(make_box(caesar_text, CAESAR), plan(), BuiltinPlayer("oracle", 1))
    other = play(make_box(caesar_text, CAESAR), plan(), BuiltinPlayer("constant", 1))
    assert [s.question for s in oracle.samples] == [s.question for s in other.samples]


def test_a_failing_box_keeps_what_was_played(make_box: Make, caesar_text: Description) -> None:
    source = "def blackbox(plaintext):\n    return {'a': 'b'}[plaintext]\n"
    with pytest.raises(EpisodeFailed) as failed:
        play(make_box(caesar_text, source), plan(), Script("QUERY: a", "QUERY: zz"))
    assert isinstance(failed.value.cause, SandboxError)
    assert [t.value for t in failed.value.record.turns] == ["b"]
    assert "KeyError" in failed.value.record.failure


def test_a_failing_provider_is_no_wrong_answer(make_box: Make, caesar_text: Description) -> None:
    class Down(Script):
        def reply(self, observation: Observation) -> Reply:
            error = ProviderFailed("the server is down")
            error.usage = Usage(input=7, calls=2)
            raise error

    with pytest.raises(EpisodeFailed) as failed:
        play(make_box(caesar_text, CAESAR), plan(), Down())
    assert failed.value.record.samples == ()
    assert failed.value.record.usage == Usage(input=7, calls=2)


def test_usage_is_added_up(make_box: Make, caesar_text: Description) -> None:
    replies = ["QUERY: a", "oops", "QUERY: b", "ANSWER: x", "ANSWER: y"]
    record = play(make_box(caesar_text, CAESAR), plan(), Script(*replies))
    assert record.usage == Usage(input=15, output=10, calls=5)


class TestAGameOfTwoMoves:
    """The interface carries games without change."""

    @pytest.fixture
    def game(self, launcher: Launcher) -> Box:
        description = describe("game/two_moves", "difficulty: easy\n", "The opponent always plays the same.")
        return Box(description, TwoMoveGame(), MODULE, launcher)

    def test_a_turn_is_a_whole_game_and_each_setting_a_chapter(self, game: Box) -> None:
        with game:
            record = play(game, plan(turns=2), BuiltinPlayer("oracle", 1))
        assert [(t.chapter, t.number) for t in record.turns] == [(1, 1), (1, 2), (2, 1), (2, 2)]
        assert [t.value for t in record.turns] == [2.0] * 4
        assert [(s.chapter, s.value, s.outcome) for s in record.samples] == [(1, 1.0, "right"), (2, 1.0, "right")]
        assert len(record.conversations) == 2
        assert all(c[0].content.startswith("Beat the opponent") for c in record.conversations)

    def test_an_illegal_move_never_gains_and_never_loops(self, game: Box) -> None:
        replies = ["MOVE: paper", "MOVE: lizard", "MOVE: spock", "MOVE: x"]
        with game:
            record = play(game, plan(turns=1, samples=1), TruthAfter(*replies))
        assert record.turns[0].lost == "Play rock, paper or scissors."
        assert record.turns[0].refusals == 3

    def test_the_best_of_s_games_counts(self, game: Box) -> None:
        practice = ["MOVE: rock"] * 2
        shots = ["MOVE: paper", "MOVE: rock", "MOVE: rock", "MOVE: rock"]
        with game:
            record = play(game, plan(turns=1, shots=2), TruthAfter(*practice, *shots))
        assert record.samples[0].value == 0.5
        assert record.samples[0].outcome == "wrong"


@pytest.mark.parametrize(
    ("first", "then", "reason"),
    [
        (
            "ANSWER: bcd\n\nOr was it the other direction?",
            "ANSWER: bcd\n\nI am still not sure.",
            "Give the answer that you mean once more, on a last line `ANSWER: ...` with nothing below it",
        ),
        ("ANSWER: abc\nANSWER: bcd", "ANSWER: abc\nANSWER: bcd", "it marks two different answers"),
    ],
)
def test_a_shot_that_may_mean_another_answer_is_asked_once(
    make_box: Make, caesar_text: Description, first: str, then: str, reason: str
) -> None:
    player = TruthAfter(first, then)
    record = play(make_box(caesar_text, CAESAR), plan(turns=0, samples=1), player)
    (shot,) = record.samples[0].shots
    assert reason in player.seen[1]
    assert (shot.answer, shot.refusals) == ("bcd", 1)


def test_what_stands_below_a_query_is_not_asked_about(make_box: Make, caesar_text: Description) -> None:
    player = TruthAfter("QUERY: abc\n\nThis shows where the alphabet ends.")
    record = play(make_box(caesar_text, CAESAR), plan(turns=1, samples=1), player)
    assert [(turn.query, turn.refusals) for turn in record.turns] == [("abc", 0)]


def test_a_reply_that_was_refused_already_is_read_as_it_is(make_box: Make, caesar_text: Description) -> None:
    player = TruthAfter("I do not know.", "ANSWER: bcd\n\nThe shift is one.")
    record = play(make_box(caesar_text, CAESAR), plan(turns=0, samples=1), player)
    (shot,) = record.samples[0].shots
    assert (shot.answer, shot.refusals) == ("bcd", 1)


def test_a_confidence_that_was_stated_is_kept_where_the_answer_is_asked_once(
    make_box: Make, caesar_text: Description
) -> None:
    player = TruthAfter("ANSWER: abc\nANSWER: bcd\nCONFIDENCE: 85", "ANSWER: bcd")
    asked = Plan(turns=0, shots=1, samples=1, seed=5, confidence=True)
    (shot,) = play(make_box(caesar_text, CAESAR), asked, player).samples[0].shots
    assert (shot.answer, shot.confidence, shot.refusals) == ("bcd", 0.85, 1)
