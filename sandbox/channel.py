"""What a session needs from its transport: bytes in, bytes out, a way to end it, and a cause of death."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from boxwright.sandbox.api import Kind


class ChannelClosed(Exception):
    """The other side is gone or has closed its end."""


@dataclass(frozen=True)
class Death:
    """How a session ended, as observed by the host."""

    kind: Kind
    message: str


class Channel(Protocol):
    """The bytes between host and runner. Deadlines are moments on `time.monotonic`."""

    def send(self, data: bytes, deadline: float) -> None:
        """Send all of it. Raises: TimeoutError, ChannelClosed."""
        ...

    def receive(self, deadline: float) -> bytes:
        """Return at least one byte. Raises: TimeoutError, ChannelClosed."""
        ...

    def rest(self) -> None:
        """Stop what runs on the other side, if nothing has been sent or received since the last call of this."""
        ...

    def cause_of_death(self) -> Death:
        """Return why the other side is gone, after ChannelClosed. Raises: SandboxUnavailable (no module did it)."""
        ...

    def end(self) -> None:
        """End whatever runs on the other side and release everything. Idempotent; never raises."""
        ...


class Rest:
    """Whether the other side of a channel runs or is stopped. Honest code waits for the next request anyway; other
    code would use a processor that others need. Thread-safe: one thread uses the channel, another one looks.
    """

    def __init__(self, stop: Callable[[], None], go_on: Callable[[], None]) -> None:
        self._stop, self._go_on = stop, go_on
        self._turn = threading.Lock()
        self._in_use = self._stopped = False
        self._uses = self._uses_before = 0

    def begin(self) -> None:
        """Let it run: something is about to be sent or received."""
        with self._turn:
            self._in_use = True
            if self._stopped:
                self._stopped = False
                self._go_on()

    def done(self) -> None:
        """Say that something has been received."""
        self._in_use = False
        self._uses += 1

    def look(self) -> None:
        """Stop it, if the channel has not been used since the last look."""
        with self._turn:
            if self._uses != self._uses_before:
                self._uses_before = self._uses
            elif not (self._in_use or self._stopped):
                self._stopped = True
                self._stop()


def death_by_exit(code: int, cpu_seconds: int, *, spent: bool) -> Death:
    """Describe an exit status, given as `subprocess` gives it: negative for a signal.

    `spent` says that its CPU time may be used up: a process that ignores SIGXCPU, or cannot receive it (a container's
    first process), is ended by SIGKILL instead.
    """
    if code >= 0:
        return Death("crashed", f"the module ended its process (exit status {code})")
    if -code == signal.SIGXCPU or (-code == signal.SIGKILL and spent):
        return Death("timeout", f"the module used more than {cpu_seconds} s of processor time")
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return Death("crashed", f"the module's process was killed by {name}")
