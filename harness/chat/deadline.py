"""The time limit of one attempt, from its first byte out to its last byte in, whatever its server sends meanwhile.

An SDK's timeout only limits silence: a server that sends a header, a blank or a ping now and then could go on forever.
So every read and write of a connection looks at the deadline of the attempt that its thread is making.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from boxwright.harness.chat.retry import AttemptFailed, Cause

WRITTEN_AT_ONCE = 65_536
"""Bytes; a slow reader cannot delay the next look at the clock for longer."""

_of_this_thread = threading.local()


class Deadline:
    """The time limit of the attempt that this thread makes inside the `with` block, starting now."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self.sent = False
        """Whether anything of the request has left: before that, the attempt cannot have cost anything."""

    def __enter__(self) -> Deadline:
        _of_this_thread.deadline = self
        return self

    def __exit__(self, *raised: object) -> None:
        _of_this_thread.deadline = None

    def failure(self) -> AttemptFailed:
        """The failure of an attempt that exceeds the limit."""
        return AttemptFailed(Cause.TIMEOUT, f"no whole reply within {self._seconds:g} s")

    def left(self) -> float:
        """The seconds that are left. Raises: AttemptFailed if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.failure()
        return left


class TimedNetwork:
    """A network backend of httpcore whose connections keep the deadline."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, **given: Any) -> TimedStream:
        """Connect before the deadline."""
        return TimedStream(self._backend.connect_tcp(host, port, timeout=_at_most(timeout), **given))

    def connect_unix_socket(self, path: str, timeout: float | None = None, **given: Any) -> TimedStream:
        """Connect before the deadline."""
        return TimedStream(self._backend.connect_unix_socket(path, timeout=_at_most(timeout), **given))

    def sleep(self, seconds: float) -> None:
        """Sleep."""
        self._backend.sleep(seconds)


class TimedStream:
    """A connection that keeps the deadline of the attempt which is using it."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Receive bytes. Raises: AttemptFailed after the deadline."""
        received: bytes = self._stream.read(max_bytes, timeout=_at_most(timeout))
        return received

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes. Raises: AttemptFailed after the deadline."""
        view = memoryview(buffer)
        for start in range(0, len(view), WRITTEN_AT_ONCE):
            seconds = _at_most(timeout)
            deadline = current()
            if deadline is not None:
                deadline.sent = True
            self._stream.write(view[start : start + WRITTEN_AT_ONCE], timeout=seconds)

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> TimedStream:
        """Shake hands before the deadline."""
        return TimedStream(self._stream.start_tls(ssl_context, server_hostname, _at_most(timeout)))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        """What the connection knows about itself."""
        return self._stream.get_extra_info(info)


def current() -> Deadline | None:
    """The deadline of the attempt that this thread makes."""
    deadline: Deadline | None = getattr(_of_this_thread, "deadline", None)
    return deadline


def _at_most(timeout: float | None) -> float | None:
    """The timeout, or what is left of the attempt if that is less. Raises: AttemptFailed if nothing is left."""
    deadline = current()
    if deadline is None:
        return timeout
    left = deadline.left()
    return left if timeout is None else min(timeout, left)
