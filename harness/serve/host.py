"""Hosted episodes: for players that call us. Each is an episode of the one engine, with a name, a lock and an end.

An outside player (an agent, a trainer, a browser) reads `Heard` and nothing else. Environment, settings, seed and run
decide an episode as they do in `boxwright eval`: the same ones give the same tests.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.entries import entry_ids, load_current, open_entry
from boxwright.blackboxes.environment import Entry, Opened
from boxwright.blackboxes.faults import BoxwrightError, UnknownBox
from boxwright.blackboxes.near import known
from boxwright.blackboxes.types import Kind
from boxwright.blackboxes.workspace import SHIPPED, find_workspace, match
from boxwright.harness.analysis.metrics import episode_outcomes, episode_score
from boxwright.harness.chat.api import Finish, Message, Reply
from boxwright.harness.episode import Episode, EpisodeFailed
from boxwright.harness.evaluation.plan import EvalSettings, plan_of, read_settings
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.serve.heard import Heard, Tool, marked
from boxwright.sandbox import Launcher
from boxwright.sandbox.absent import open_or_absent

LIMIT = 64
"""Episodes that may be open at once."""
IDLE = 1_800.0
"""Seconds after which an episode that nobody replies to is dropped."""
OUTSIDE = "outside"
"""The name under which settings know a player that calls us."""
FAILED = "The environment failed. This episode is over and is not scored; begin another one."


class NoEpisode(BoxwrightError):
    """No open episode has this name: it never began, was dropped, or was idle too long."""


class Full(BoxwrightError):
    """The host already has as many open episodes as it may have."""


class Left(BaseModel):
    """How far an episode is, and its budget."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    environment: str
    kind: Kind | None
    turns_played: int
    turns: int
    """T."""
    samples_answered: int
    samples: int
    """K."""
    shots: int
    """S, per test sample."""
    refusals: int
    """Unreadable replies to what is asked now."""


class Hosted:
    """One episode for a player that calls us. Thread-safe."""

    def __init__(
        self,
        name: str,
        key: Key,
        episode: Episode,
        free: Callable[[], None] = lambda: None,
        on_over: Callable[[Hosted], None] | None = None,
    ) -> None:
        """`free` releases what the episode holds: called once, at its end or when it is dropped."""
        self.name, self.key = name, key
        self.used = time.monotonic()
        """When its player was last heard of."""
        self._episode, self._free_all, self._on_over = episode, free, on_over
        self._lock = threading.Lock()
        self._open = True

    def heard(self) -> Heard:
        """Return what the player reads now."""
        episode, over = self._episode, self._episode.done
        failed = bool(over and self.record.failure)
        return Heard(
            episode=self.name,
            text=FAILED if failed else episode.message,
            kind=episode.kind,
            refused=episode.refusals > 0,
            done=over,
            score=episode_score(self.record) if over and not failed else None,
            outcomes=episode_outcomes(self.record, self.tests) if over else None,
        )

    def say(self, text: str, finish: Finish = "stop") -> Heard:
        """Take a reply; return what the player reads next. Raises: EpisodeOver, NoEpisode if it was dropped."""
        with self._lock:
            self.used = time.monotonic()
            if not self._open and not self._episode.done:
                raise NoEpisode("this episode was dropped; begin another one")
            try:
                self._episode.step(Reply(text=text, finish=finish))
            except EpisodeFailed as failed:  # the record keeps why; the player reads only that it failed
                assert self._episode.done, failed
            if self._episode.done:
                self._free()
                if self._on_over is not None:
                    self._on_over(self)
            return self.heard()

    def give(self, tool: Tool, text: str) -> Heard:
        """Take a query or an answer without its marker, or a whole reply that has one. Raises: as say."""
        return self.say(marked(tool, text, self._episode.kind, self._episode.opened.environment.markers))

    def left(self) -> Left:
        """Return how far the episode is."""
        with self._lock:
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
    def record(self) -> EpisodeRecord:
        """What was played, truths included: for the host's owner, never for the player."""
        return self._episode.record

    def close(self) -> None:
        """Drop the episode and free what it holds."""
        with self._lock:
            self._free()

    def _free(self) -> None:
        if self._open:
            self._open = False
            self._free_all()


class Host:
    """Opens episodes of some environments for players that call us. Thread-safe; a context manager."""

    def __init__(
        self,
        patterns: str | Sequence[str] = "*",
        *,
        folder: Path | None = None,
        launcher: Launcher | None = None,
        limit: int = LIMIT,
        idle: float = IDLE,
        on_over: Callable[[Hosted], None] | None = None,
        **settings: Any,
    ) -> None:
        """`settings` are those of `boxwright eval`: turns, shots, samples, seed, options ...

        `on_over` is called with every episode that was played to its end, by the thread that ended it.
        Raises: BoxwrightError for unknown ids and bad settings.
        """
        self._place = find_workspace(folder or Path.cwd())
        self.ids: list[str] = match(patterns, entry_ids(self._place), "environment")
        self._given, self._limit, self._idle, self._on_over = settings, limit, idle, on_over
        self._settings(settings)
        self._entries: dict[str, Entry] = {}
        self._episodes: dict[str, Hosted | None] = {}  # None: a place that is taken, while its episode begins
        self._lock = threading.Lock()
        self._launcher = launcher or open_or_absent(needed=False)
        self._own = None if launcher else self._launcher
        self._ended = threading.Event()
        threading.Thread(target=self._look, name="idle episodes", daemon=True).start()

    def start(self, identifier: str, *, seed: int | None = None, run: int = 1, **settings: Any) -> Hosted:
        """Begin an episode; `settings` override the host's.

        Raises: BoxwrightError (UnknownBox, SettingRefused, Full, a stale box ...), SandboxUnavailable, EpisodeFailed.
        """
        if identifier not in self.ids:
            raise UnknownBox(f"there is no {identifier[:80]!r} here; {known(identifier, self.ids)}")
        changed = {} if seed is None else {"seed": seed}
        key = Key(OUTSIDE, identifier, run)
        plan = plan_of(self._settings({**self._given, **settings, **changed}), key)
        name = secrets.token_hex(16)
        with self._lock:
            if len(self._episodes) >= self._limit:
                raise Full(f"{self._limit} episodes are open, which is the limit; end or drop one, then begin again")
            self._episodes[name] = None
        opened: Opened | None = None
        try:
            opened = open_entry(self._entry(identifier), self._launcher)
            hosted = Hosted(name, key, Episode(opened, plan), opened.close, self._on_over)
        except BaseException:
            self.drop(name)
            if opened is not None:
                opened.close()
            raise
        with self._lock:
            self._episodes[name] = hosted
        return hosted

    def matching(self, patterns: str) -> list[str]:
        """Return the ids that patterns separated by commas match. Raises: UnknownBox."""
        return match(patterns, self.ids, "environment")

    def get(self, name: str) -> Hosted:
        """Return an episode that was not dropped, over or not. Raises: NoEpisode."""
        with self._lock:
            found = self._episodes.get(name)
        if found is None:
            raise NoEpisode(f"no episode {name[:40]!r}: it never began, was dropped, or was idle too long; begin one")
        return found

    def drop(self, name: str) -> None:
        """End an episode, free what it holds and forget it; nothing happens if there is none."""
        with self._lock:
            found = self._episodes.pop(name, None)
        if found is not None:
            found.close()

    def sweep(self) -> None:
        """Drop the episodes whose player was not heard of for too long."""
        late = time.monotonic() - self._idle
        with self._lock:
            idle = [name for name, hosted in self._episodes.items() if hosted is not None and hosted.used < late]
        for name in idle:
            self.drop(name)

    def close(self) -> None:
        """Drop all episodes, and close the sandbox if the host opened it."""
        self._ended.set()
        for name in list(self._episodes):
            self.drop(name)
        if self._own is not None:
            self._own.close()

    def __len__(self) -> int:
        """The number of episodes that are open, or over and not dropped yet."""
        return len(self._episodes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _settings(self, given: Mapping[str, Any]) -> EvalSettings:
        return read_settings(given, [OUTSIDE], self.ids, "start")

    def _entry(self, identifier: str) -> Entry:
        """Load an entry once."""
        with self._lock:
            found = self._entries.get(identifier)
        if found is None:
            found = load_current(self._place, identifier)
            with self._lock:
                self._entries[identifier] = found
        return found

    def _look(self) -> None:
        while not self._ended.wait(self._idle / 4):
            self.sweep()


def shipped_ids(patterns: Sequence[str]) -> list[str]:
    """Return the shipped ids that patterns match: what the package alone can serve. Raises: UnknownBox."""
    return match(patterns, entry_ids(find_workspace(SHIPPED)), "shipped environment")
