"""A host of episodes for players that call us: it opens them, finds them by name, limits them and drops idle ones.

Environment, settings, seed and run decide an episode as they do in `boxwright eval`: the same ones give the same tests.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from boxwright.blackboxes.entries import entry_ids, load_current, open_entry
from boxwright.blackboxes.environment import Entry, Opened
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.shared import shared
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import SHIPPED, find_workspace, match
from boxwright.harness.episode import Episode
from boxwright.harness.evaluation.plan import EvalSettings, plan_of, read_settings
from boxwright.harness.evaluation.store import Key
from boxwright.harness.serve.hosted import OUTSIDE, Hosted, NoEpisode, key_of
from boxwright.sandbox import Launcher
from boxwright.sandbox.absent import open_or_absent

LIMIT = 64
"""Episodes that may be open at once."""
IDLE = 1_800.0
"""Seconds after which an episode that nobody replies to is dropped."""


class Full(BoxwrightError):
    """The host already has as many open episodes as it may have."""


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
        side_by_side: bool = False,
        **settings: Any,
    ) -> None:
        """`settings` are those of `boxwright eval`: turns, shots, samples, seed, options ...

        With `side_by_side` the episodes of a box share one session (`shared.py`), for training; else each has its own.
        `on_over` is called with every episode that was played to its end, by the thread that ended it.
        Raises: BoxwrightError for unknown ids and bad settings.
        """
        self._place = find_workspace(folder or Path.cwd())
        self.ids: list[str] = match(patterns, entry_ids(self._place), "environment")
        self._given, self._limit, self._idle, self._on_over = settings, limit, idle, on_over
        self.turns = self._settings(settings).turns
        """T, where an episode does not set its own."""
        self._entries: dict[str, Entry] = {}
        self._episodes: dict[str, Hosted | None] = {}  # None: a place that is taken, while its episode begins
        self._shared: dict[str, tuple[Opened, threading.RLock]] | None = {} if side_by_side else None
        self._lock = threading.Lock()
        self._launcher = launcher or open_or_absent(needed=False)
        self._own = None if launcher else self._launcher
        self._ended = threading.Event()
        threading.Thread(target=self._look, name="idle episodes", daemon=True).start()

    def start(self, identifier: str, *, seed: int | None = None, run: int = 1, **settings: Any) -> Hosted:
        """Begin an episode; `settings` override the host's.

        Raises: BoxwrightError (UnknownBox, BadRun, SettingRefused, Full, a stale box ...), SandboxUnavailable,
        EpisodeFailed.
        """
        key = key_of(identifier, run, self.ids)
        changed = {} if seed is None else {"seed": seed}
        plan = plan_of(self._settings({**self._given, **settings, **changed}), key)
        name = secrets.token_hex(16)
        with self._lock:
            if len(self._episodes) >= self._limit:
                raise Full(f"{self._limit} episodes are open, which is the limit; end or drop one, then begin again")
            self._episodes[name] = None
        try:
            hosted = self._begin(name, key, plan)
        except BaseException:
            self.drop(name)
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
        for opened, lock in (self._shared or {}).values():
            with lock:
                opened.close()
        if self._own is not None:
            self._own.close()

    def __len__(self) -> int:
        """The number of episodes that are open, or over and not dropped yet."""
        return len(self._episodes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _begin(self, name: str, key: Key, plan: Plan) -> Hosted:
        if self._shared is not None:
            opened, lock = self._share(key.box)
            with lock:
                return Hosted(name, key, Episode(opened, plan), on_over=self._on_over, lock=lock)
        opened = open_entry(self._entry(key.box), self._launcher)
        try:
            return Hosted(name, key, Episode(opened, plan), opened.close, self._on_over)
        except BaseException:
            opened.close()
            raise

    def _share(self, identifier: str) -> tuple[Opened, threading.RLock]:
        """Open once what episodes share."""
        assert self._shared is not None
        entry = self._entry(identifier)
        with self._lock:
            if identifier not in self._shared:
                self._shared[identifier] = shared(open_entry(entry, self._launcher)), threading.RLock()
            return self._shared[identifier]

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
