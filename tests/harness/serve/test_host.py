"""Hosted episodes: apart from each other, limited, freed, and silent about the truth."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxwright.blackboxes.faults import UnknownBox
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.episode import EpisodeOver
from boxwright.harness.serve.host import Full, Host
from boxwright.harness.serve.hosted import FAILED, Hosted, NoEpisode
from boxwright.sandbox import Launcher
from tests.conformance.deadly import POISON, SECRET, DeadlyLauncher
from tests.conformance.played import IDS, SCRIPTS, SETTINGS, leaked, scripted, tells

CIPHER = "encryption/char_to_num"


@pytest.fixture
def host(launcher: Launcher) -> Iterator[Host]:
    with Host(IDS, folder=SHIPPED, launcher=launcher, **SETTINGS) as opened:
        yield opened


def say_all(hosted: Hosted, replies: tuple[str, ...]) -> list[str]:
    return [hosted.heard().text, *(hosted.say(reply).text for reply in replies)]


def test_two_episodes_of_one_seed_are_alike_and_apart(host: Host, launcher: Launcher) -> None:
    right, wrong = scripted(CIPHER, "right", launcher), scripted(CIPHER, "wrong", launcher)
    one, other = host.start(CIPHER), host.start(CIPHER)
    assert one.heard().text == other.heard().text
    for mine, theirs in zip(right.replies[:3], wrong.replies[:3], strict=True):
        one.say(mine)
        other.say(theirs)
    for reply in right.replies[3:]:
        one.say(reply)
    assert one.heard().score == 1.0
    assert not other.heard().done


def test_another_run_has_other_tests(host: Host, launcher: Launcher) -> None:
    given = scripted(CIPHER, "right", launcher)
    hosted = host.start(CIPHER, run=2)
    for reply in given.replies:
        if not hosted.heard().done:
            hosted.say(reply)
    assert hosted.heard().score != 1.0


@pytest.mark.parametrize("identifier", IDS)
@pytest.mark.parametrize("script", ["wrong", "none", "unreadable"])
def test_no_truth_is_heard_before_the_end(
    identifier: str, script: str, host: Host, launcher: Launcher, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    given = scripted(identifier, script, launcher)
    hosted = host.start(identifier)
    heard = [hosted.heard(), *(hosted.say(reply) for reply in given.replies)]
    around = [*(h.model_dump_json() for h in heard), hosted.left().model_dump_json(), caplog.text]
    assert not leaked(given, [h.text for h in heard], around)


@pytest.mark.parametrize(
    ("text", "told"),
    [("it was 1 0 1.", True), ('{"truth": "1 0 1"}', True), ("1 0 1 1", False), ("1 1 0 1", False), ("1 0 11", False)],
)
def test_a_truth_is_found_where_it_stands_whole(text: str, told: bool) -> None:
    assert tells(text, "1 0 1") is told


def test_a_dropped_episode_is_gone_and_its_session_closed(host: Host, launcher: Launcher) -> None:
    hosted = host.start(CIPHER)
    host.drop(hosted.name)
    with pytest.raises(NoEpisode, match="begin"):
        host.get(hosted.name)
    with pytest.raises(NoEpisode, match="dropped"):
        hosted.say("QUERY: abc")
    host.drop(hosted.name)
    assert len(host) == 0


def test_a_reply_after_the_end_changes_nothing(host: Host, launcher: Launcher) -> None:
    hosted = host.start(CIPHER)
    say_all(hosted, scripted(CIPHER, "wrong", launcher).replies)
    before = hosted.heard()
    with pytest.raises(EpisodeOver):
        hosted.say("ANSWER: x")
    assert hosted.heard() == before


def test_more_than_the_limit_is_refused_until_one_is_dropped(launcher: Launcher) -> None:
    with Host(CIPHER, folder=SHIPPED, launcher=launcher, limit=2, **SETTINGS) as host:
        first = host.start(CIPHER)
        host.start(CIPHER)
        with pytest.raises(Full, match="2 episodes"):
            host.start(CIPHER)
        host.drop(first.name)
        host.start(CIPHER)


def test_an_idle_episode_is_dropped(launcher: Launcher) -> None:
    with Host(CIPHER, folder=SHIPPED, launcher=launcher, idle=0.2, **SETTINGS) as host:
        hosted = host.start(CIPHER)
        end = time.monotonic() + 10
        while len(host) and time.monotonic() < end:
            time.sleep(0.05)
        with pytest.raises(NoEpisode):
            host.get(hosted.name)


def test_an_unknown_environment_is_answered_with_near_ones(host: Host) -> None:
    with pytest.raises(UnknownBox, match="char_to_num"):
        host.start("encryption/char_to_nun")


def test_a_box_that_dies_fails_the_episode_and_is_no_wrong_answer(launcher: Launcher) -> None:
    with Host(CIPHER, folder=SHIPPED, launcher=DeadlyLauncher(launcher), **SETTINGS) as host:
        hosted = host.start(CIPHER)
        heard = hosted.heard()
        while not heard.done:
            heard = hosted.say(f"QUERY: {POISON}" if heard.kind == "query" else "ANSWER: 1")
    assert heard.text == FAILED
    assert heard.score is None
    assert heard.outcomes is not None and heard.outcomes["failed"] >= 1
    assert sum(heard.outcomes.values()) == SETTINGS["samples"]
    assert SECRET in hosted.record.failure


def test_a_query_needs_no_marker(host: Host, launcher: Launcher) -> None:
    for identifier in IDS:
        given = scripted(identifier, "right", launcher)
        hosted, bare = host.start(identifier), host.start(identifier)
        for reply, kind in zip(given.replies, given.kinds, strict=True):
            value = reply.partition(":")[2].strip()
            tool = "query" if kind == "query" and not reply.startswith("PREDICT") else "answer"
            assert bare.give(tool, value).text == hosted.say(reply).text  # type: ignore[arg-type]
        assert bare.heard().score == hosted.heard().score == given.played.score
        host.drop(hosted.name)
        host.drop(bare.name)


def test_scripts_cover_refusals() -> None:
    assert {"right", "wrong", "unreadable", "none", "mixed"} == set(SCRIPTS)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_five_thousand_dropped_episodes_leave_nothing_open(launcher: Launcher) -> None:
    """Half are dropped at once, half while exploring: files, threads and processes stay as they were."""
    with Host(CIPHER, folder=SHIPPED, launcher=launcher, **SETTINGS) as host:
        host.drop(host.start(CIPHER).name)
        before = held()
        for number in range(5_000):
            hosted = host.start(CIPHER, run=number + 1)
            if number % 2:
                hosted.say("QUERY: abc")
            host.drop(hosted.name)
        assert len(host) == 0
        assert held() == before


def held() -> tuple[int, int, int]:
    """Open files, threads and child processes of this process."""
    own = Path("/proc/self")
    children = [(task / "children").read_text().split() for task in (own / "task").iterdir()]
    return len(list((own / "fd").iterdir())), threading.active_count(), sum(map(len, children))
