"""`reset` and `step` over texts, for people with a loop of their own, and for what is built on such loops.

One environment is open at a time, and stays so over episodes: an episode costs no new sandbox session.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from boxwright.blackboxes.entries import entry_ids, load_current, open_entry
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.workspace import find_workspace, match
from boxwright.harness.chat.api import Finish
from boxwright.harness.episode import Episode
from boxwright.harness.evaluation.plan import plan_of, read_settings
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.serve.heard import Heard
from boxwright.harness.serve.host import OUTSIDE, Hosted
from boxwright.sandbox import Launcher
from boxwright.sandbox.absent import open_or_absent

Reward = Literal["value", "right"]


class NotBegun(BoxwrightError):
    """A step before the first reset."""


class TextEnv:
    """Episodes one after the other, stepped by whole replies. Not thread-safe; a context manager."""

    def __init__(
        self,
        patterns: str | Sequence[str],
        *,
        folder: Path | None = None,
        launcher: Launcher | None = None,
        **settings: Any,
    ) -> None:
        """`settings` are those of `boxwright eval`. Raises: BoxwrightError for unknown ids and bad settings."""
        self._place = find_workspace(folder or Path.cwd())
        self.ids: list[str] = match(patterns, entry_ids(self._place), "environment")
        self._given = settings
        self._settings = read_settings(settings, [OUTSIDE], self.ids, "TextEnv")
        self._launcher = launcher or open_or_absent(needed=False)
        self._own = None if launcher else self._launcher
        self._run = 0
        self._opened: Opened | None = None
        self._hosted: Hosted | None = None

    def reset(self, seed: int | None = None, identifier: str | None = None, run: int | None = None) -> Heard:
        """Begin run 1 of a seed, or the next run of the last one; drop what was played before.

        Of several environments, seed and run draw one, unless it is named.
        Raises: BoxwrightError for an unknown id or a stale box, SandboxUnavailable, EpisodeFailed.
        """
        if seed is not None:
            self._settings = read_settings({**self._given, "seed": seed}, [OUTSIDE], self.ids, "reset")
            self._run = 0
        self._run = run or self._run + 1
        chosen = self._choose(identifier)
        key = Key(OUTSIDE, chosen, self._run)
        self._hosted = Hosted(str(key), key, Episode(self._open(chosen), plan_of(self._settings, key)))
        return self._hosted.heard()

    def step(self, reply: str, finish: Finish = "stop") -> Heard:
        """Take a reply; return what is read next. Raises: NotBegun, EpisodeOver."""
        return self._episode.say(reply, finish)

    @property
    def record(self) -> EpisodeRecord:
        """What was played, truths included. Raises: NotBegun."""
        return self._episode.record

    def close(self) -> None:
        """Free what is held."""
        if self._opened is not None:
            self._opened.close()
        if self._own is not None:
            self._own.close()
        self._opened = self._own = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def _episode(self) -> Hosted:
        if self._hosted is None:
            raise NotBegun("no episode has begun; call reset first")
        return self._hosted

    def _choose(self, identifier: str | None) -> str:
        if identifier is None:
            return stream(self._settings.seed, "environment", self._run).choice(self.ids)
        return match([identifier], self.ids, "environment")[0]

    def _open(self, identifier: str) -> Opened:
        if self._opened is None or self._opened.id != identifier:
            entry = load_current(self._place, identifier)
            if self._opened is not None:
                self._opened.close()
            self._opened = None
            self._opened = open_entry(entry, self._launcher)
        return self._opened
