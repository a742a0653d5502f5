"""Episodes side by side: each is as if it were alone, and what they ask of a box is asked together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.episode import EpisodeOver
from boxwright.harness.players.player import BadPlayer
from boxwright.harness.serve.heard import Heard
from boxwright.harness.serve.hosted import FAILED
from boxwright.harness.serve.text_env import BadStep, NotBegun, TextEnv, TextEnvs
from boxwright.sandbox import Conditions, Launcher, Limits, Module, Reply, SandboxError, Session
from tests.conformance.played import IDS, SETTINGS

CIPHER = "encryption/char_to_num"
_Change = Callable[[int, Sequence[Any], Any], Any]


def reply_to(heard: Heard, place: int = 0) -> str:
    letters = "abcdefghij"[place % 7 : place % 7 + 3]
    return f"QUERY: {letters}" if heard.kind == "query" else f"ANSWER: {place}"


def test_many_places_are_as_many_episodes_alone(launcher: Launcher) -> None:
    """Of every kind of environment, with replies that cannot be read among the others."""
    given: Any = {"folder": SHIPPED, "launcher": launcher, "turns": 2, "samples": 3, "shots": 2}

    def reply(heard: Heard, place: int, step: int) -> str:
        return "" if (place + step) % 5 == 0 else reply_to(heard, place)

    with TextEnvs(IDS, 12, **given) as envs, TextEnv(IDS, **given) as alone:
        told = [[heard] for heard in envs.reset(seed=3)]
        for step in range(200):
            if all(place[-1].done for place in told):
                break
            said = [None if h[-1].done else reply(h[-1], place, step) for place, h in enumerate(told)]
            for place, heard in enumerate(envs.step(said)):
                if said[place] is not None:
                    told[place].append(heard)
        assert len({envs.hosted(place).key.box for place in range(12)}) > 4
        for place, heard in enumerate(told):
            expected = [alone.reset(seed=3, run=place + 1)]
            while not expected[-1].done:
                expected.append(alone.step(reply(expected[-1], place, len(expected) - 1)))
            assert [h.model_dump(exclude={"episode"}) for h in heard] == [
                h.model_dump(exclude={"episode"}) for h in expected
            ]


class _Watched:
    """A session whose calls are watched, and changed."""

    def __init__(self, session: Session, owner: _Watching) -> None:
        self._session, self._owner = session, owner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def call(self, function: str, *args: Any) -> Any:
        self._owner.calls += 1
        return self._owner.change(self._owner.sessions, args, self._session.call(function, *args))

    def call_many(self, function: str, rows: Sequence[Sequence[Any]], **options: Any) -> Iterator[Reply]:
        self._owner.calls += 1
        for row, reply in zip(rows, self._session.call_many(function, rows, **options), strict=True):
            yield Reply(self._owner.change(self._owner.sessions, row, reply.value))


class _Watching:
    """A launcher of such sessions; `change` is given the number of sessions so far, the arguments and the answer."""

    def __init__(
        self, launcher: Launcher, change: Callable[[int, Sequence[Any], Any], Any] = lambda n, a, v: v
    ) -> None:
        self._launcher, self.change = launcher, change
        self.name, self.level = launcher.name, launcher.level
        self.calls = self.sessions = 0

    def open(self, module: Module, limits: Limits = Limits(), conditions: Conditions = Conditions()) -> Any:  # noqa: B008
        self.sessions += 1
        return _Watched(self._launcher.open(module, limits, conditions), self)

    def close(self) -> None:
        """Its owner closes it."""


def play(envs: TextEnvs, heard: list[Heard]) -> list[Heard]:
    while not all(h.done for h in heard):
        heard = envs.step([None if h.done else reply_to(h, place) for place, h in enumerate(heard)])
    return heard


def test_round_trips_do_not_grow_with_the_places(launcher: Launcher) -> None:
    watching = _Watching(launcher)
    with TextEnvs(CIPHER, 40, folder=SHIPPED, launcher=watching, turns=3, samples=4) as envs:
        heard = play(envs, envs.reset(seed=1))
    assert sum(sum((h.outcomes or {}).values()) for h in heard) == 160
    assert watching.sessions <= 3  # one that answers; one fresh one per time that they are asked again
    assert watching.calls < 40


def test_answers_are_asked_again_and_a_contradiction_is_no_wrong_answer(launcher: Launcher) -> None:
    def lying(session: int, args: Sequence[Any], value: Any) -> Any:
        return f"{value} 1" if session > 1 and isinstance(value, str) else value

    watching = _Watching(launcher, lying)
    with TextEnvs(CIPHER, 3, folder=SHIPPED, launcher=watching, turns=1, samples=2) as envs:
        heard = play(envs, envs.reset(seed=1))
        assert [(h.text, h.score, (h.outcomes or {})["failed"]) for h in heard] == [(FAILED, None, 2)] * 3
        assert "contradicts itself" in envs.hosted(0).record.failure
        watching.change = lambda session, args, value: value
        assert all(h.score is not None for h in play(envs, envs.reset(seed=1)))


def test_a_query_that_kills_the_box_fails_its_own_episode(launcher: Launcher) -> None:
    def deadly(session: int, args: Sequence[Any], value: Any) -> Any:
        if list(args) == ["bcd"]:
            raise SandboxError("crashed", "secret-in-the-message")
        return value

    with TextEnvs(CIPHER, 3, folder=SHIPPED, launcher=_Watching(launcher, deadly), turns=1, samples=2) as envs:
        heard = play(envs, envs.reset(seed=1))
    assert [h.score is None for h in heard] == [False, True, False]
    assert (heard[1].text, (heard[1].outcomes or {})["failed"]) == (FAILED, 2)


@pytest.mark.parametrize("replies", [["QUERY: a"], "QUERY: a", ["QUERY: a"] * 3])
def test_a_step_needs_a_reply_for_each_place(replies: Any, launcher: Launcher) -> None:
    with TextEnvs(CIPHER, 2, folder=SHIPPED, launcher=launcher, **SETTINGS) as envs:
        with pytest.raises(NotBegun, match="call reset first"):
            envs.step(["QUERY: a", "QUERY: a"])
        envs.reset(seed=1)
        with pytest.raises(BadStep, match="one reply for each of the 2 places"):
            envs.step(replies)
        with pytest.raises(BadStep, match="there are 0 to 1"):
            envs.begin(2)


@pytest.mark.parametrize("junk", [b"\xff\x00", 7, {"text": "QUERY: a"}])
def test_a_reply_that_is_no_text_plays_nothing(junk: Any, launcher: Launcher) -> None:
    with TextEnvs(CIPHER, 2, folder=SHIPPED, launcher=launcher, **SETTINGS) as envs:
        before = envs.reset(seed=1)
        with pytest.raises(BadPlayer, match="must be a text"):
            envs.step(["QUERY: a", junk])
        assert envs.step([None, None]) == before


def test_a_place_that_is_over_takes_no_reply_until_it_begins_again(launcher: Launcher) -> None:
    with TextEnvs(CIPHER, 2, folder=SHIPPED, launcher=launcher, turns=1, samples=1) as envs:
        heard = play(envs, envs.reset(seed=1))
        with pytest.raises(EpisodeOver):
            envs.step(["QUERY: a", None])
        again = envs.begin(0)
        assert again.kind == "query"
        assert envs.step(["QUERY: abc", None])[1] == heard[1]


def test_there_is_at_least_one_place(launcher: Launcher) -> None:
    with pytest.raises(BoxwrightError, match="at least one place"):
        TextEnvs(CIPHER, 0, folder=SHIPPED, launcher=launcher)
