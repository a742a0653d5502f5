"""The HTTP client below both SDKs: it keeps the deadline, follows no redirect, and reads no body without a bound.

The SDKs' own clients send key and conversation on to wherever a redirect points, and unpack five gigabytes from five
megabytes. A body is counted as it is after decompression, before anything parses it.
"""

from __future__ import annotations

import codecs
import importlib
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from boxwright.harness.chat.deadline import TimedNetwork, current
from boxwright.harness.chat.retry import AttemptFailed, Cause

LONGEST_BODY = 8_000_000
"""Bytes of a reply that is one object, which is parsed as a whole."""
LONGEST_EVENT = 8_000_000
"""Bytes of one event of a stream, the same."""
LONGEST_STREAM = 64_000_000
"""Bytes of a stream, whose events are read one by one: each token comes in some 300 bytes of packing."""
AT_ONCE = 65_536
"""Bytes that are unpacked in one step."""

Unpack = Callable[[bytes], Iterator[bytes]]


def http_client(kind: Any, timeout: float) -> Any:
    """A client of an SDK's kind, its `DefaultHttpxClient`: proxies and connections as the SDK sets them up."""
    client = kind(
        timeout=timeout,
        follow_redirects=False,
        headers={"accept-encoding": "gzip"},
        event_hooks={"response": [bound]},
    )
    for transport in (client._transport, *client._mounts.values()):
        if transport is not None:
            pool = transport._pool
            pool._network_backend = TimedNetwork(pool._network_backend)
    return client


def bound(response: Any) -> None:
    """Let the unread body of a response (of `httpx2`, or of `httpx` in older SDKs) arrive unpacked and bounded.

    Reading it raises AttemptFailed if it is too long, cannot be unpacked, or the connection drops; a reply also if it
    is not UTF-8 (an SDK would put signs of its own in the place of what is damaged).
    """
    http = importlib.import_module(type(response).__module__.partition(".")[0])
    packed = response.headers.pop("content-encoding", "identity").strip().lower()
    is_stream = response.is_success and response.headers.get("content-type", "").startswith("text/event-stream")
    longest = LONGEST_STREAM if is_stream else LONGEST_BODY
    check = codecs.getincrementaldecoder("utf-8")().decode if response.is_success else len
    response.stream = _bounded(http, response.stream, _unpacker(packed), longest, check)


def _bounded(http: Any, stream: Any, unpack: Unpack, longest: int, check: Callable[[bytes], object]) -> object:
    class Bounded(http.SyncByteStream):  # type: ignore[misc]
        """A body that ends at its bound."""

        def __iter__(self) -> Iterator[bytes]:
            size = 0
            try:
                for raw in stream:
                    for part in unpack(raw):
                        size += len(part)
                        if size > longest:
                            raise AttemptFailed(Cause.MALFORMED, f"more than {longest:,} bytes", status=200)
                        check(part)
                        yield part
            except UnicodeDecodeError:
                raise AttemptFailed(Cause.MALFORMED, "it is not UTF-8", status=200) from None
            except zlib.error as error:
                raise AttemptFailed(Cause.MALFORMED, f"it cannot be unpacked: {error}", status=200) from None
            except http.TimeoutException:
                deadline = current()
                raise (deadline.failure() if deadline else AttemptFailed(Cause.TIMEOUT)) from None
            except http.TransportError as error:
                raise AttemptFailed(Cause.CONNECTION, str(error)) from None

        def close(self) -> None:
            stream.close()

    return Bounded()


def _unpacker(packed: str) -> Unpack:
    """What unpacks a body, a bounded piece at a time; another compression than we ask for is refused on reading."""
    if packed in ("gzip", "x-gzip"):
        unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
        return lambda raw: _unpack(unpacking, raw)
    if packed in ("identity", ""):
        return lambda raw: iter((raw,))
    return lambda raw: _refuse(packed)


def _unpack(unpacking: Any, raw: bytes) -> Iterator[bytes]:
    while raw and not unpacking.eof:
        part = unpacking.decompress(raw, AT_ONCE)
        raw = unpacking.unconsumed_tail
        if part:
            yield part


def _refuse(packed: str) -> Iterator[bytes]:
    raise AttemptFailed(Cause.MALFORMED, f"it is compressed as {packed!r}, which nobody asked for", status=200)
