"""In every environment an episode is rebuilt from its replies, byte for byte, and its record is complete throughout."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from boxwright.blackboxes.entries import entry_ids, load_entry
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.environments import environment_names
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.chat.api import Finish, Reply
from boxwright.harness.episode import Episode, EpisodeOver, rebuilt
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.settings import SettingRefused, check_plan
from boxwright.sandbox import Launcher

COLLECTION = Workspace(SHIPPED, True, None)
SEEDS = range(10)
MOST_STEPS = 40
"""Steps after which a long game is left: every prefix is played again, so effort grows with the square."""


@pytest.fixture(scope="module", params=environment_names())
def opened(request: pytest.FixtureRequest, launcher: Launcher) -> Iterator[Opened]:
    """One thing of each environment."""
    ids = [i for i in entry_ids(COLLECTION) if i.startswith(f"{request.param}/")]
    with load_entry(COLLECTION, ids[0]).open(launcher) as box:
        yield box


def plans(opened: Opened, rng: random.Random) -> Plan:
    """Draw a budget and settings that the environment takes."""
    while True:
        plan = Plan(
            turns=rng.choice([0, 1, 3]),
            shots=rng.choice([1, 2]),
            samples=rng.choice([1, 2]),
            seed=rng.randrange(1_000),
            reveal=rng.choice(["adaptive", "non-adaptive"]),
            history=rng.random() < 0.7,
            stop_early=rng.random() < 0.3,
            answers=rng.choice(["direct", "direct", "code"]),
            options=opened.environment.read_options({}),
        )
        try:
            check_plan(opened.environment, plan)
        except SettingRefused:
            continue
        return plan


def replies(episode: Episode, rng: random.Random) -> Reply:
    """Draw a reply of any quality."""
    kind = rng.choices(["good", "random", "odd"], [5, 3, 2])[0]
    if kind == "good":
        return Reply(text=episode.baseline.truth())
    if kind == "random":
        return Reply(text=rng.choice([episode.baseline.guess(rng), episode.baseline.constant()]))
    odd = [
        "",
        "?",
        "QUERY: ",
        "ANSWER:\n\n`",
        "STOP",
        "ACTION: no such thing",
        "```python\ndef blackbox(*a): return a\n```",
    ]
    return Reply(text=rng.choice(odd), finish=rng.choice(["stop", "stop", "length", "refused"]))


def stepped(opened: Opened, plan: Plan, rng: random.Random) -> Iterator[tuple[Episode, list[Reply]]]:
    """Play an episode; yield it before the first reply and after each one."""
    episode, given = Episode(opened, plan), list[Reply]()
    yield episode, given
    while not episode.done and len(given) < MOST_STEPS:
        given.append(replies(episode, rng))
        assert episode.step(given[-1]) == episode.message
        yield episode, given


@pytest.mark.parametrize("seed", SEEDS)
def test_an_episode_is_rebuilt_from_its_replies_at_every_prefix(opened: Opened, seed: int) -> None:
    rng = stream(seed, "rebuilt", opened.id)
    plan = plans(opened, rng)
    for episode, given in stepped(opened, plan, rng):
        again = rebuilt(opened, plan, given)
        assert (again.message, again.done, again.kind) == (episode.message, episode.done, episode.kind)
        assert again.record == episode.record
        assert again.record.model_dump_json() == episode.record.model_dump_json()
        if not episode.done:
            assert again.observation == episode.observation
    if episode.done:
        with pytest.raises(EpisodeOver):
            episode.step("ANSWER: more")
        with pytest.raises(EpisodeOver):
            rebuilt(opened, plan, [*given, Reply(text="more")])
        assert again.record == episode.record


@pytest.mark.parametrize("seed", SEEDS)
def test_the_record_is_complete_and_valid_at_every_moment(opened: Opened, seed: int) -> None:
    rng = stream(seed, "record", opened.id)
    plan = plans(opened, rng)
    before, read = EpisodeRecord(), list[str]()
    for episode, given in stepped(opened, plan, rng):
        record = episode.record
        assert EpisodeRecord.model_validate_json(record.model_dump_json()) == record
        for name in ("turns", "samples", "skips", "stops"):
            assert getattr(record, name)[: len(getattr(before, name))] == getattr(before, name), name
        said = [message for conversation in record.conversations for message in conversation]
        assert sum(message.role == "assistant" for message in said) == len(given)
        assert episode.done or said[-1].role == "user"
        read += [episode.message]
        assert set(read) <= {message.content for message in said}
        assert not record.failure
        assert sum(s.refusals for t in record.samples for s in t.shots) <= len(given)
        before = record
    if episode.done:
        assert before.samples
        assert len(before.samples) <= plan.samples * max(1, len(before.conversations))
        assert len(before.turns) <= plan.turns * len(before.conversations)


def test_a_mere_question_is_asked_without_an_exploration(opened: Opened) -> None:
    """T = 0: nothing was explored, so no message says that the exploration is over."""
    plan = Plan(turns=0, shots=1, samples=2, seed=7, options=opened.environment.read_options({}))
    episode = Episode(opened, plan)
    over = [load_prompt("players/engine").render("explored", turn=word) for word in ("turn", "practice game")]
    while not episode.done:
        assert not any(text in episode.message for text in over)
        assert episode.kind != "query"
        episode.step(episode.baseline.truth())
    record = episode.record
    assert record.turns == ()
    assert [sample.outcome for sample in record.samples] == ["right"] * len(record.samples)
    assert record.samples


def test_the_truth_of_a_test_is_recorded_whatever_is_replied(opened: Opened) -> None:
    """Unreadable, cut off, refused: what would have been right stands in the record."""
    plan = Plan(turns=0, shots=1, samples=2, seed=7, options=opened.environment.read_options({}))
    known, unread = Episode(opened, plan), Episode(opened, plan)
    while not known.done:
        known.step(known.baseline.truth())
    finishes: list[Finish] = ["stop", "length", "refused"]
    while not unread.done:
        unread.step(Reply(text="?", finish=finishes[len(unread.samples) % 3]))
    assert {sample.outcome for sample in unread.samples} <= {"unparsable", "cut"}
    truths = [sample.truth for sample in known.samples]
    assert None not in truths
    assert [sample.truth for sample in unread.samples] == truths
