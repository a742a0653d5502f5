"""A hosted episode: one episode of the one engine for a player that calls us, with a name, a lock and an end.

An outside player (an agent, a trainer, a browser) reads `Heard` and nothing else.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.faults import BoxwrightError, UnknownBox
from boxwright.blackboxes.near import known
from boxwright.blackboxes.shared import SharedBox
from boxwright.blackboxes.types import Call
from boxwright.harness.analysis.metrics import Scored, episode_outcomes, episode_score
from boxwright.harness.chat.api import Finish, Message, Reply
from boxwright.harness.episode import Episode, EpisodeFailed, EpisodeOver
from boxwright.harness.evaluation.store import Key
from boxwright.harness.players.player import BadPlayer
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.serve.heard import Heard, Left, Tool, marked

OUTSIDE = "outside"
"""The name under which settings know a player that calls us."""
FAILED = "The environment failed. This episode is over and is not scored; begin another one."


class BadRun(BoxwrightError):
    """A run that is no whole number from 1 on."""


class NoEpisode(BoxwrightError):
    """No open episode has this name: it never began, was dropped, or was idle too long."""


class Hosted:
    """One episode for a player that calls us. Thread-safe."""

    def __init__(
        self,
        name: str,
        key: Key,
        episode: Episode,
        free: Callable[[], None] = lambda: None,
        on_over: Callable[[Hosted], None] | None = None,
        lock: threading.RLock | None = None,
    ) -> None:
        """`free` releases what the episode holds: called once, at its end or when it is dropped.

        `lock` is that of the box where several episodes share one.
        """
        self.name, self.key = name, key
        self.used = time.monotonic()
        """When its player was last heard of."""
        self._episode, self._free_all, self._on_over = episode, free, on_over
        self.lock = lock or threading.RLock()
        """Held while the episode is stepped."""
        self._open = True

    def heard(self) -> Heard:
        """Return what the player reads now."""
        episode, over = self._episode, self._episode.done
        failed = bool(over and episode.failure)
        return Heard(
            episode=self.name,
            text=FAILED if failed else episode.message,
            kind=episode.kind,
            refused=episode.refusals > 0,
            done=over,
            score=episode_score(episode) if over and not failed else None,
            outcomes=episode_outcomes(episode, self.tests) if over else None,
        )

    def say(self, text: str, finish: Finish = "stop") -> Heard:
        """Take a reply; return what the player reads next. Raises: as check."""
        with self.lock:
            self.used = time.monotonic()
            self.check(text)
            try:
                self._episode.step(text if finish == "stop" else Reply(text=text, finish=finish))
            except EpisodeFailed as failed:  # the record keeps why; the player reads only that it failed
                assert self._episode.done, failed
            if self._episode.done:
                self._free()
                if self._on_over is not None:
                    self._on_over(self)
            return self.heard()

    def check(self, text: str) -> None:
        """Check that a reply can be given. Raises: EpisodeOver, NoEpisode if it was dropped, BadPlayer for no text."""
        if self._episode.done:
            raise EpisodeOver("the episode is over; begin another one")
        if not self._open:
            raise NoEpisode("this episode was dropped; begin another one")
        if not isinstance(text, str):
            raise BadPlayer(f"a reply must be a text (str), not a value of type {type(text).__name__}")

    def foresee(self, text: str) -> tuple[Opened, Sequence[Call]]:
        """Return what the episode plays, and the calls of its code that a reply will likely make."""
        return self._episode.opened, self._episode.foresee(text)

    def give(self, tool: Tool, text: str) -> Heard:
        """Take a query or an answer without its marker, or a whole reply that has one. Raises: as say."""
        return self.say(marked(tool, text, self._episode.kind, self._episode.opened.environment.markers))

    def left(self) -> Left:
        """Return how far the episode is."""
        with self.lock:
            episode, record = self._episode, self._episode.record
            return Left(
                environment=self.key.box,
                kind=episode.kind,
                turns_played=len(record.turns),
                turns=episode.plan.turns,
                samples_answered=len(record.samples),
                samples=self.tests,
                shots=episode.plan.shots,
                refusals=episode.refusals,
            )

    @property
    def conversation(self) -> tuple[Message, ...]:
        """The messages that a chat model is sent to reply to: the current conversation. Raises: EpisodeOver."""
        return self._episode.observation.conversation

    @property
    def tests(self) -> int:
        """K, or the one program."""
        return 1 if self._episode.plan.answers == "code" else self._episode.plan.samples

    @property
    def scored(self) -> Scored:
        """The test samples that are over: for the host's owner, never for the player."""
        return self._episode

    @property
    def record(self) -> EpisodeRecord:
        """What was played, truths included: for the host's owner, never for the player."""
        return self._episode.record

    def close(self) -> None:
        """Drop the episode and free what it holds."""
        with self.lock:
            self._free()

    def _free(self) -> None:
        if self._open:
            self._open = False
            self._free_all()


def key_of(identifier: object, run: object, ids: Sequence[str]) -> Key:
    """Return the name of an outside player's episode. Raises: UnknownBox, BadRun."""
    if not isinstance(identifier, str) or identifier not in ids:
        named = str(identifier)[:80]
        raise UnknownBox(f"there is no {named!r} here; {known(named, ids)}")
    if type(run) is not int or run < 1:
        raise BadRun(f"a run is a whole number from 1 on, not {str(run)[:80]!r}")
    return Key(OUTSIDE, identifier, run)


def say_all(said: Sequence[tuple[Hosted, str]]) -> list[Heard]:
    """Give a reply to each of some episodes; what they ask of a box that they share is asked in one round trip.

    Each episode is as by `say`. Raises: as `say`, for the first that cannot be said, and nothing is said then.
    """
    for hosted, text in said:
        hosted.check(text)
    calls: dict[SharedBox[Any], list[Call]] = {}
    locks: dict[SharedBox[Any], threading.RLock] = {}
    for hosted, text in said:
        opened, ahead = hosted.foresee(text)
        if ahead and isinstance(opened, SharedBox):
            calls.setdefault(opened, []).extend(ahead)
            locks[opened] = hosted.lock
    for box, ahead in calls.items():
        with locks[box]:
            box.fetch(ahead)
    return [hosted.say(text) for hosted, text in said]
