"""What a launcher must offer for a session to run over it: bytes in, bytes out, an end, and a cause of death."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import Protocol

from boxwright.sandbox.api import Kind


class ChannelClosed(Exception):
    """The other side is gone, or closed its end."""


@dataclass(frozen=True)
class Death:
    """How a session came to its end, in the host's own observation."""

    kind: Kind
    message: str


class Channel(Protocol):
    """The bytes between host and runner. Deadlines are moments on `time.monotonic`."""

    def send(self, data: bytes, deadline: float) -> None:
        """Send all of it. Raises: TimeoutError, ChannelClosed."""
        ...

    def receive(self, deadline: float) -> bytes:
        """Return some bytes, at least one. Raises: TimeoutError, ChannelClosed."""
        ...

    def cause_of_death(self) -> Death:
        """Say why the other side is gone, after ChannelClosed. Raises: SandboxUnavailable, if no module did it."""
        ...

    def end(self) -> None:
        """End whatever runs on the other side and free everything. Safe to call twice; never raises."""
        ...


def death_by_exit(code: int, cpu_seconds: int, *, spent: bool) -> Death:
    """Word an exit status as `subprocess` gives it: negative for a signal.

    `spent` says that its processor time may be used up: where the signal that names this was ignored, or cannot be
    had (by a container's first process), SIGKILL follows it.
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
