"""`reset` and `step` over texts, for people with a loop of their own, and for what is built on such loops.

`TextEnv` plays one episode at a time, `TextEnvs` many side by side: one reply each, and one round trip to the sandbox
for what all of them ask of a box. A box stays open over episodes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Self

from boxwright.blackboxes.entries import entry_ids, load_current, open_entry
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.shared import shared
from boxwright.blackboxes.workspace import find_workspace, match
from boxwright.harness.chat.api import Finish
from boxwright.harness.episode import Episode
from boxwright.harness.evaluation.plan import plan_of, read_settings
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.serve.heard import Heard
from boxwright.harness.serve.hosted import OUTSIDE, Hosted, key_of, say_all
from boxwright.sandbox import Launcher
from boxwright.sandbox.absent import open_or_absent


class NotBegun(BoxwrightError):
    """A step before the first reset."""


class BadStep(BoxwrightError):
    """Not one reply for each place, or a place that there is not."""


class TextEnvs:
    """So many places, an episode in each, stepped by whole replies. Not thread-safe; a context manager."""

    def __init__(
        self,
        patterns: str | Sequence[str],
        places: int,
        *,
        folder: Path | None = None,
        launcher: Launcher | None = None,
        **settings: Any,
    ) -> None:
        """`settings` are those of `boxwright eval`. Raises: BoxwrightError for unknown ids and bad settings."""
        if places < 1:
            raise BadStep(f"there must be at least one place, not {places}")
        self._place = find_workspace(folder or Path.cwd())
        self.ids: list[str] = match(patterns, entry_ids(self._place), "environment")
        self._given = settings
        self._settings = read_settings(settings, [OUTSIDE], self.ids, "TextEnv")
        self._launcher = launcher or open_or_absent(needed=False)
        self._own = None if launcher else self._launcher
        self._run = 0
        self._opened: dict[str, Opened] = {}
        self._hosted: list[Hosted | None] = [None] * places

    def reset(self, seed: int | None = None) -> list[Heard]:
        """Begin runs 1 to N of a seed in the N places, or the next N runs; drop what was played before.

        Of several environments, seed and run draw one. Raises: BoxwrightError for a stale box, SandboxUnavailable,
        EpisodeFailed.
        """
        if seed is not None:
            self.reseed(seed)
        keys = [self._key() for _ in self._hosted]
        self._free({key.box for key in keys})
        return [self._begin(place, key) for place, key in enumerate(keys)]

    def begin(self, place: int, identifier: str | None = None, run: int | None = None) -> Heard:
        """Begin the next run in one place, counted from 0, or a named one. Raises: as reset, and BadStep."""
        if not 0 <= place < len(self._hosted):
            raise BadStep(f"there is no place {place}; there are 0 to {len(self._hosted) - 1}")
        key = self._key(identifier, run)
        self._hosted[place] = None
        self._free({key.box, *(hosted.key.box for hosted in self._hosted if hosted)})
        return self._begin(place, key)

    def step(self, replies: Sequence[str | None]) -> list[Heard]:
        """Take a reply for each place, None to leave it as it is; return what is read in each.

        Raises: BadStep, NotBegun, EpisodeOver for a reply to an episode that is over; nothing is played then.
        """
        if isinstance(replies, str) or len(replies) != len(self._hosted):
            raise BadStep(f"one reply for each of the {len(self._hosted)} places, please; None leaves one as it is")
        places = [self.hosted(place) for place in range(len(replies))]
        said = [(hosted, reply) for hosted, reply in zip(places, replies, strict=True) if reply is not None]
        heard = dict(zip((hosted.name for hosted, _ in said), say_all(said), strict=True))
        return [heard.get(hosted.name) or hosted.heard() for hosted in places]

    def hosted(self, place: int) -> Hosted:
        """Return the episode in a place. Raises: NotBegun."""
        if (hosted := self._hosted[place]) is None:
            raise NotBegun("no episode has begun; call reset first")
        return hosted

    def reseed(self, seed: int) -> None:
        """Let the next episode be run 1 of a seed. Raises: BoxwrightError."""
        self._settings = read_settings({**self._given, "seed": seed}, [OUTSIDE], self.ids, "reset")
        self._run = 0

    def close(self) -> None:
        """Free what is held."""
        self._free(())
        if self._own is not None:
            self._own.close()
        self._own = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _key(self, identifier: str | None = None, run: int | None = None) -> Key:
        number = self._run + 1 if run is None else run
        if identifier is None:
            identifier = stream(self._settings.seed, "environment", number).choice(self.ids)
        key = key_of(identifier, number, self.ids)
        self._run = number
        return key

    def _begin(self, place: int, key: Key) -> Heard:
        if key.box not in self._opened:
            self._opened[key.box] = shared(open_entry(load_current(self._place, key.box), self._launcher))
        episode = Episode(self._opened[key.box], plan_of(self._settings, key))
        self._hosted[place] = begun = Hosted(f"{place}: {key}", key, episode)
        return begun.heard()

    def _free(self, kept: Collection[str]) -> None:
        """Close the environments that nobody plays any more."""
        for identifier in [name for name in self._opened if name not in kept]:
            self._opened.pop(identifier).close()


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
        self._envs = TextEnvs(patterns, 1, folder=folder, launcher=launcher, **settings)
        self.ids = self._envs.ids

    def reset(self, seed: int | None = None, identifier: str | None = None, run: int | None = None) -> Heard:
        """Begin run 1 of a seed, or the next run of the last one; drop what was played before.

        Of several environments, seed and run draw one, unless it is named.
        Raises: BoxwrightError for an unknown id or a stale box, SandboxUnavailable, EpisodeFailed.
        """
        if seed is not None:
            self._envs.reseed(seed)
        return self._envs.begin(0, identifier, run)

    def step(self, reply: str, finish: Finish = "stop") -> Heard:
        """Take a reply; return what is read next. Raises: NotBegun, EpisodeOver."""
        if finish != "stop":
            return self._envs.hosted(0).say(reply, finish)
        return say_all([(self._envs.hosted(0), reply)])[0]

    @property
    def record(self) -> EpisodeRecord:
        """What was played, truths included. Raises: NotBegun."""
        return self._envs.hosted(0).record

    def close(self) -> None:
        """Free what is held."""
        self._envs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
