"""Hostile replies in every family: read, or refused with a reason by one rule; never a crash, never a hang."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.types import Baseline, Feedback, Plan, Refusal, Score
from boxwright.harness.chat.api import Reply
from boxwright.harness.chat.fences import fenced, program_of
from boxwright.harness.episode import REPAIRS, play
from boxwright.harness.players.player import Observation
from boxwright.harness.records import EpisodeRecord
from tests.blackboxes.hostile import COUNT, hostile_replies, outcome
from tests.blackboxes.starters import STARTERS, starter

Make = Callable[..., Box]
VALID = {
    "encryption": ["QUERY: Hello World", 'QUERY: " a"', "ANSWER: Ifmmp Xpsme", '**ANSWER:** "b "'],
    "circuit": ["QUERY: 1 0 1", "QUERY: [1,1,0]", "ANSWER: 0 1 0 1", "ANSWER: (1, 1, 1, 0)"],
    "physics": ["QUERY: 1.5", "ANSWER: ball: (1, 2, 3)", 'ANSWER: {"ball": [1, 2, 3]}'],
    "code": ["QUERY: {'inputs': {'n': 3, 'items': [4, 1]}, 'checkpoint': [1, 2]}", "ANSWER: {1: 2, 3: (4, 'a')}"],
    "puzzle": ["QUERY: 42", "ANSWER: 42"],
    "game": ["MOVE: rock", "I think so.\n**MOVE: paper**"],
    "freeform": ["QUERY: abba", "ANSWER: two"],
}


@pytest.mark.parametrize("family", ["encryption", "circuit", "freeform"])
def test_ten_thousand_hostile_replies(family: str, make_box: Make) -> None:
    """The other families have this test in files of their own, with boxes of more kinds."""
    box = make_box(starter(family), STARTERS[family])
    chapter = next(iter(box.family.conversations(box, Plan(turns=1, shots=1, samples=1, seed=0))))
    sample = next(chapter.samples())
    count = refused = 0
    for reply in hostile_replies(VALID[family]):
        result = outcome(chapter.turn(1), reply)
        refused += isinstance(result, Refusal)
        if not isinstance(result, Refusal):
            assert isinstance(result, Feedback)
            raw = {"text": result.query, "state": 0} if family == "freeform" else result.query
            assert box.family.direct_call(box, raw)  # only what is in the domain reaches the box
        assert isinstance(outcome(sample.shot(1), reply), (Refusal, Score))
        count += 1
    assert count == COUNT
    assert COUNT // 4 < refused < COUNT - 10  # both kinds came up


class HostilePlayer:
    """Replies with hostile texts until they are used up, then as a box's friend; never presented as a model."""

    name = "hostile"

    def __init__(self, replies: Iterator[str]) -> None:
        self._replies = replies
        self.count = 0

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        assert len(observation.message) < 60_000
        text = next(self._replies, None)
        if text is None:
            return Reply(text=baseline.truth())
        self.count += 1
        finish = {0: "length", 1: "refused"}.get(self.count % 17, "stop")
        return Reply(text=text + "\ud800" * (self.count % 5 == 0), finish=finish)  # type: ignore[arg-type]


def checked(record: EpisodeRecord, turns: int) -> None:
    """Every turn was answered or lost with a reason, every sample has an outcome, and the record can be stored."""
    assert record.failure == ""
    assert len(record.turns) == turns * len(record.conversations)
    assert all(bool(t.lost) == (t.value is None) for t in record.turns)
    for sample in record.samples:
        assert sample.outcome in ("right", "wrong", "unparsable", "cut")
        assert 0.0 <= sample.value <= 1.0
        assert all(not shot.lost or shot.refusals == REPAIRS + 1 or shot.refusals > REPAIRS for shot in sample.shots)
    assert EpisodeRecord.model_validate_json(record.model_dump_json()) == record


@pytest.mark.parametrize("family", STARTERS)
@pytest.mark.parametrize("settings", [{}, {"reveal": "non-adaptive", "history": False}], ids=["usual", "unusual"])
def test_whole_episodes_of_hostile_replies_end_and_can_be_stored(
    family: str, settings: dict[str, str], make_box: Make
) -> None:
    if family == "game" and settings:
        settings = {"history": False, "stop_early": True}  # type: ignore[dict-item]
    box = make_box(starter(family), STARTERS[family])
    player = HostilePlayer(itertools.islice(hostile_replies(VALID[family], seed=7), 500))
    plan = Plan(turns=30, shots=5, samples=8, seed=3, **settings)  # type: ignore[arg-type]
    record = play(box, plan, player)
    assert player.count > 100
    if not record.stops:
        checked(record, plan.turns)


def test_hostile_texts_are_programs_or_none(make_box: Make) -> None:
    valid = [fenced("def blackbox(p):\n    return p\n"), "~~~\nx\n~~~", "```\n```\n```python\na\n```"]
    found = [program_of(reply, "blackbox") for reply in hostile_replies(valid, seed=5)]
    assert len(found) == COUNT
    assert 100 < sum(program is not None for program in found) < COUNT - 100
    box = make_box(starter("encryption"), STARTERS["encryption"])
    texts = [f"```python\n{program}```" for program in dict.fromkeys(p for p in found if p is not None)]
    plan = Plan(turns=1, shots=20, samples=5, seed=3, answers="code")
    record = play(box, plan, HostilePlayer(iter(["QUERY: abc", *texts[:60]])))
    checked(record, 1)
    assert len(record.samples[0].shots) == 20
    assert record.samples[0].outcome == "wrong"
