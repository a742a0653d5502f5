"""Limits on the duration and size of one reply's body, whatever its server sends meanwhile.

An SDK's timeout only limits silence: a server that sends a blank, a comment or a ping now and then could go on
forever. So every chunk of a body passes through here first.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from typing import Any

from boxwright.harness.chat.retry import AttemptFailed, Cause

LONGEST_BODY = 64_000_000
"""Bytes; a longer body is not accepted."""


class Deadline:
    """The time limit of one attempt, starting now."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def failure(self) -> AttemptFailed:
        """The failure of an attempt that exceeds the limit."""
        return AttemptFailed(Cause.TIMEOUT, f"no whole reply within {self._seconds:g} s")

    def guard(self, response: Any) -> None:
        """Watch the unread body of an HTTP response (of `httpx2`, or of `httpx` in older SDKs).

        Reading it then raises AttemptFailed at the deadline, if the connection drops, and if the body is too long.
        """
        http = importlib.import_module(type(response).__module__.partition(".")[0])
        response.stream = _guarded(http, response.stream, self)

    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self._end


def _guarded(http: Any, stream: Any, deadline: Deadline) -> object:
    class Guarded(http.SyncByteStream):  # type: ignore[misc]
        """A body under a deadline."""

        def __iter__(self) -> Iterator[bytes]:
            size = 0
            try:
                for part in stream:
                    size += len(part)
                    if deadline.over():
                        raise deadline.failure()
                    if size > LONGEST_BODY:
                        raise AttemptFailed(Cause.MALFORMED, f"more than {LONGEST_BODY:,} bytes", status=200)
                    yield part
            except http.TimeoutException:
                raise deadline.failure() from None
            except http.TransportError as error:
                raise AttemptFailed(Cause.CONNECTION, str(error)) from None

        def close(self) -> None:
            stream.close()

    return Guarded()
