"""Limits on concurrent requests and requests per minute to one server, shared by all models of this process.

The concurrency adapts to the server (additive increase, multiplicative decrease: Chiu and Jain 1989): it is halved when
the server reports overload, and grows by one per round of replies.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from boxwright.harness.chat.spec import ModelSpec

CROWDED = frozenset({429, 529})
"""Status codes with which a server reports overload."""

_servers: weakref.WeakValueDictionary[tuple[str, str], ServerLimit] = weakref.WeakValueDictionary()
_opening = threading.Lock()


class ServerLimit:
    """The slots at one server; there are none before `settle`. Thread-safe."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._free = threading.Condition()
        self._under_way = 0
        self._most = 0
        self._allowed = 0.0
        self._spacing = 0.0
        self._next = float("-inf")
        self._eased = float("-inf")

    @property
    def allowed(self) -> int:
        """How many requests may be in flight now."""
        return int(self._allowed)

    def settle(self, concurrency: int, requests_per_minute: float | None) -> None:
        """Apply the limits of one more model; the smallest win."""
        with self._free:
            self._most = min(self._most or concurrency, concurrency)
            self._allowed = min(self._allowed or concurrency, self._most)
            if requests_per_minute is not None:
                self._spacing = max(self._spacing, 60.0 / requests_per_minute)

    @contextmanager
    def place(self) -> Iterator[float]:
        """Wait for a slot and for the pace, and hold the slot; yields the time at which the request begins."""
        with self._free:
            self._free.wait_for(lambda: self._under_way < self.allowed)
            self._under_way += 1
        try:
            yield self._begin()
        finally:
            with self._free:
                self._under_way -= 1
                self._free.notify_all()

    def ease(self, begun: float) -> None:
        """Halve the slots: the server refused a request that began at this time. At most one halving per burst."""
        with self._free:
            if begun >= self._eased:
                self._eased = self._clock()
                self._allowed = max(1.0, self._allowed / 2)

    def worked(self) -> None:
        """Let the slots grow again, because the server answered."""
        with self._free:
            self._allowed = min(self._most, self._allowed + 1 / self._allowed)
            self._free.notify_all()

    def _begin(self) -> float:
        with self._free:
            now = self._clock()
            begins = max(now, self._next)
            self._next = begins + self._spacing
        if begins > now:
            self._sleep(begins - now)
        return begins


def server_limit(spec: ModelSpec) -> ServerLimit:
    """The limit of a model's server, shared with all other models of that server that are open in this process."""
    name = (spec.provider, (spec.base_url or "").rstrip("/"))
    with _opening:
        limit = _servers.get(name)
        if limit is None:
            limit = _servers[name] = ServerLimit()
        limit.settle(spec.concurrency, spec.requests_per_minute)
    return limit
