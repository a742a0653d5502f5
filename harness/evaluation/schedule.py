"""Which episode is played next: a model whose provider is down pauses, one that fails for good is given up.

Retries of one request are `harness/chat/retry.py`. Where they are used up because a server is down or overloaded, the
episode goes back among those that wait, and the other models are played. After a pause one episode tries again; as its
replies are stored, it goes on where it was and nothing is paid for twice. A model that has not answered for as long as
`Patience` says, or whose key, quota or name is refused, is given up: the rest of its episodes is not played.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.chat.api import ProviderFailed, Usage
from boxwright.harness.evaluation.store import Key


@dataclass(frozen=True)
class Patience:
    """How long a provider that is down is waited for."""

    seconds: float = 0.0
    """Without any answer of the model; 0 waits for nothing, and then the episode fails."""
    first_pause: float = 15.0
    """Seconds; every pause is twice as long as the one before."""
    longest_pause: float = 300.0
    say: Callable[[str], object] = lambda text: None
    """Is told of every model that pauses or answers again."""


@dataclass
class _Outage:
    """A model that does not answer."""

    since: float
    until: float
    """When one episode may try again."""
    pause: float
    trying: bool = False


class Schedule:
    """The episodes that wait, and the models that pause. Thread-safe."""

    def __init__(self, keys: Iterable[Key], patience: Patience) -> None:
        self.given_up: dict[str, str] = {}
        """Model to why it is not asked any more."""
        self._patience = patience
        self._waiting: dict[str, deque[tuple[int, Key]]] = {}
        for place, key in enumerate(keys):
            self._waiting.setdefault(key.model, deque()).append((place, key))
        self._outages: dict[str, _Outage] = {}
        self._in_vain: dict[Key, Usage] = {}
        self._playing = 0
        self._stopped = False
        self._changed = threading.Condition()

    def take(self) -> Key | None:
        """Wait for an episode that may be played, and return it; None when nothing is left."""
        with self._changed:
            while True:
                if self._stopped:
                    return None
                ready = [model for model in self._open() if self._may_begin(model)]
                if ready:
                    return self._begun(min(ready, key=lambda model: self._waiting[model][0][0]))
                if not self._playing and not self._open():
                    self._changed.notify_all()
                    return None
                pauses = [self._outages[m].until for m in self._open() if not self._outages[m].trying]
                self._changed.wait(max(0.0, min(pauses) - time.monotonic()) if pauses else None)

    def stop(self) -> None:
        """Let nothing more be played or asked: nobody would store it."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def check_going_on(self) -> None:
        """Check that replies are still stored. Raises: BoxwrightError."""
        if self._stopped:
            raise BoxwrightError("the evaluation was stopped")

    def postponed(self, key: Key, cause: Exception) -> bool:
        """Return whether an episode that was lost to this will be played later; if so it waits again."""
        if not isinstance(cause, ProviderFailed):
            return False
        with self._changed:
            if cause.lasting:
                self.given_up.setdefault(key.model, str(cause))
            if not cause.passing or not self._patience.seconds or key.model in self.given_up:
                return False
            if not self._paused(key.model, str(cause)):
                return False
            self._in_vain[key] = self._in_vain.get(key, Usage()) + cause.usage
            self._waiting[key.model].appendleft((-1, key))
            return True

    def answered(self, model: str) -> None:
        """Take note that a model has answered."""
        if model in self._outages:
            with self._changed:
                if self._outages.pop(model, None) is not None:
                    self._patience.say(f"{model} answers again")
                    self._changed.notify_all()

    def ended(self, key: Key) -> None:
        """Take note that an episode is not being played any more."""
        with self._changed:
            self._playing -= 1
            if key.model in self._outages:
                self._outages[key.model].trying = False
            self._changed.notify_all()

    def in_vain(self, key: Key) -> Usage:
        """Return what earlier attempts at an episode spent on replies that never came."""
        return self._in_vain.get(key, Usage())

    def left(self, model: str) -> int:
        """Return how many episodes of a model wait."""
        return len(self._waiting.get(model, ()))

    def _open(self) -> list[str]:
        return [model for model, keys in self._waiting.items() if keys and model not in self.given_up]

    def _may_begin(self, model: str) -> bool:
        outage = self._outages.get(model)
        return outage is None or (not outage.trying and time.monotonic() >= outage.until)

    def _begun(self, model: str) -> Key:
        if model in self._outages:
            self._outages[model].trying = True
        self._playing += 1
        return self._waiting[model].popleft()[1]

    def _paused(self, model: str, why: str) -> bool:
        """Let a model pause, or pause longer; False if it is given up. Its other episodes end without a new pause."""
        now, patience = time.monotonic(), self._patience
        outage = self._outages.get(model)
        if outage is None:
            outage = self._outages[model] = _Outage(now, now, patience.first_pause / 2)
            patience.say(f"{model} pauses, for up to {patience.seconds / 60:.3g} min: {why}")
        if now < outage.until:
            return True
        if now - outage.since >= patience.seconds:
            self.given_up[model] = f"no answer for {patience.seconds / 60:.3g} min: {why}"
            return False
        outage.pause = min(patience.longest_pause, 2 * outage.pause)
        outage.until = min(now + outage.pause, outage.since + patience.seconds)
        return True
