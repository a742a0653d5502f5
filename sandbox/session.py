"""A session over any channel: requests out, replies in, deadlines on the host's clock, and a reason for every death."""

from __future__ import annotations

import secrets
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from boxwright.sandbox import wire
from boxwright.sandbox.api import Conditions, Limits, Module, Phase, Reply, SandboxError, SandboxUnavailable
from boxwright.sandbox.channel import Channel, ChannelClosed
from boxwright.sandbox.values import ValueRefused, atoms_text, compact, text

DEFAULT_LIMITS = Limits()
DEFAULT_CONDITIONS = Conditions()
START_SECONDS = 30.0
"""How long an interpreter may take to start and lock itself; beyond that the machine is at fault, not the module."""
MOST_ROWS = 2048
"""Maximum number of rows in flight in `call_many`."""
NUMBERS_AT_ONCE = 64
DOZE_SECONDS = 0.0004
"""How long, at most, to let replies gather and then read them together: waking up for each one is expensive."""
DOZE_ROWS = 16
"""With fewer replies outstanding, each is read as soon as it arrives."""
REST_SECONDS = 0.1
"""A session that nobody calls is stopped after this long, at most twice as long."""
SURVIVED = frozenset({"raised", "refused"})
"""Kinds of error after which a session goes on."""


class PipedSession:
    """One module behind one channel: `start`, then `load`, then calls until `close`."""

    def __init__(self, channel: Channel, limits: Limits, on_end: Callable[[PipedSession], None]) -> None:
        self.functions: frozenset[str] = frozenset()
        self.host_bytes = 0
        self._channel = channel
        self._limits = limits
        self._on_end = on_end
        self._buffer = b""
        """What arrived beyond the replies that are due: the start of the next, or output that nobody requested."""
        self._ready: deque[Reply] = deque()
        """Replies that have arrived and that the caller has not taken yet."""
        self._numbers: list[int] = []
        """Numbers for the next requests: 62 bits that no module can guess."""
        self._next_id = 0
        """The id that the next reply must carry."""
        self._open_replies = 0
        """How many replies are outstanding."""
        self._batch = 0
        """Counts requests, so that a reader of an older one notices a newer one."""
        self._seconds_per_row = 0.0
        """Time per row of the last request, including what its caller did meanwhile."""
        self._end: SandboxError | None = None

    @property
    def alive(self) -> bool:
        """False once the session has been closed, has died or was killed."""
        return self._end is None

    def start(self, frame: bytes) -> wire.Hello:
        """Start the runner and return what it reports. Raises: SandboxUnavailable."""
        deadline = time.monotonic() + START_SECONDS
        try:
            self._channel.send(frame, deadline)
            return wire.read_hello(self._lines(deadline, wire.LINE_OVERHEAD)[:-1])
        except TimeoutError:
            reason = f"it took more than {START_SECONDS:g} s"
        except ChannelClosed:
            reason = self._channel.cause_of_death().message.replace("the module", "the interpreter")
        except wire.Violation as violation:
            reason = str(violation)
        raise SandboxUnavailable(f"the sandbox's interpreter did not start: {reason}")

    def load(self, module: Module) -> None:
        """Execute shim and module. Raises: SandboxError (phase `load`)."""
        number = self._number()
        try:
            if len((module.source + module.shim).encode("utf-8")) > wire.MAX_SOURCE_BYTES:
                raise ValueRefused(f"more than {wire.MAX_SOURCE_BYTES} bytes")
            if "\0" in module.source + module.shim:
                raise ValueRefused("a NUL character")  # Python's own message for it depends on the version
            line = compact({"op": "load", "id": number, "shim": module.shim, "source": module.source})
        except (UnicodeEncodeError, ValueRefused) as refusal:
            reason = refusal if isinstance(refusal, ValueRefused) else "a lone surrogate"
            raise SandboxError("refused", f"the module's text has {reason}", phase="load") from None
        self._send(f"{line}\n", number, 1, "load")
        names = self._reply("load").unwrap()
        if type(names) is not list or not all(type(name) is str for name in names):
            raise self._died(wire.Violation("the list of functions is not one"), "load")
        self.functions = frozenset(names)

    def call(self, function: str, *args: Any) -> Any:
        """Call once. Raises: SandboxError; after any kind but `raised` and `refused` the session is dead."""
        if self._end is not None or self._open_replies or self._buffer:
            return self._call_with_care(function, args)
        number = self._number()
        try:
            request = wire.call_request(number, function, False, f"[[{','.join(map(text, args))}]]").encode("utf-8")
        except ValueRefused:
            return self._call_with_care(function, args)
        if len(request) > self._limits.request_bytes:
            return self._call_with_care(function, args)
        self._ready.clear()
        self._batch += 1
        self._next_id, self._open_replies = number, 1
        try:
            deadline = time.monotonic() + self._limits.call_seconds
            self._channel.send(request, deadline)
            piece = self._channel.receive(deadline)
            if len(piece) > wire.WEIGHED_BYTES and piece.endswith(b"\n"):
                self._weigh(piece)
            usual, value = wire.read_one(piece, number)
        except BaseException as fault:  # noqa: BLE001 -- boundary: _died turns it into an error, or re-raises it
            raise self._died(fault, "call") from None
        if usual and len(piece) <= self._limits.reply_bytes:
            self._open_replies = 0
            return value
        self._buffer = piece
        self._fill("call", deadline)
        return self._ready.popleft().unwrap()

    def call_many(
        self, function: str, rows: Iterable[Sequence[Any]], *, check_arguments: bool = False
    ) -> Iterator[Reply]:
        """Call once per row, streamed: one Reply per row, in order. Rows after the session's death get its error.

        Rows are read ahead of their replies in growing batches, of up to 2048. Raises: RuntimeError, if the session
        is used for something else before all replies have been read.
        """
        source = iter(rows)
        size = 1
        while batch := list(islice(source, size)):
            size = min(size * 2, MOST_ROWS)
            yield from self._stream(function, batch, check_arguments)

    def rest(self) -> None:
        """Stop its process until it is used again, if it has not been used since the last call of this."""
        if self._end is None:
            self._channel.rest()

    def close(self) -> None:
        """End the session and everything in it. Idempotent."""
        if self._end is None:
            self._end = SandboxError("refused", "the session is closed")
            self._ready.clear()
            self._finish()

    def _call_with_care(self, function: str, args: Sequence[Any]) -> Any:
        """Call when something is left over from before, or when the arguments are not plain or are too large."""
        row = self._row_text(args)
        if isinstance(row, SandboxError):
            raise row
        self._send_rows(function, f"[{row}]", 1, check=False)
        return self._reply("call").unwrap()

    def _stream(self, function: str, batch: list[Sequence[Any]], check: bool) -> Iterator[Reply]:
        """Call for a batch of rows, in as few requests as their size allows."""
        written = atoms_text(batch) if self._end is None else None
        most = self._limits.request_bytes
        if written is None or len(batch) == 1:
            yield from self._stream_one_by_one(function, batch, check)
        elif (len(written) if written.isascii() else len(written) * 4) <= most:
            yield from self._exchange(function, written, len(batch), check)
        else:
            middle = len(batch) // 2
            yield from self._stream(function, batch[:middle], check)
            yield from self._stream(function, batch[middle:], check)

    def _stream_one_by_one(self, function: str, batch: list[Sequence[Any]], check: bool) -> Iterator[Reply]:
        waiting: list[str] = []
        room = self._limits.request_bytes
        for row in batch:
            line = self._row_text(row)
            if isinstance(line, SandboxError) or len(line) > room:
                yield from self._exchange(function, f"[{','.join(waiting)}]", len(waiting), check)
                waiting, room = [], self._limits.request_bytes
            if isinstance(line, SandboxError):
                yield Reply(error=line)
            else:
                waiting.append(line)
                room -= len(line)
        yield from self._exchange(function, f"[{','.join(waiting)}]", len(waiting), check)

    def _row_text(self, row: Sequence[Any]) -> str | SandboxError:
        if self._end is not None:
            return self._ended()
        try:
            line = f"[{','.join(map(text, row))}]"
        except ValueRefused as refusal:
            return SandboxError("refused", f"the arguments hold {refusal}")
        most = self._limits.request_bytes
        if len(line) * 4 > most and len(line.encode("utf-8")) > most:
            return SandboxError("refused", f"a request of more than {most} bytes")
        return line

    def _exchange(self, function: str, rows: str, count: int, check: bool) -> Iterator[Reply]:
        """Send rows and yield their replies."""
        if not count:
            return
        try:
            self._send_rows(function, rows, count, check=check)
        except SandboxError as error:
            yield Reply(error=error)
            count -= 1
        batch, start = self._batch, time.monotonic()
        ready = self._ready
        for _ in range(count):
            if self._batch != batch and self._end is None:
                raise RuntimeError("the session was used before all replies of call_many were read")
            if ready:
                yield ready.popleft()
            elif self._end is not None:
                yield Reply(error=self._ended())
            else:
                yield self._reply("call")
        if count:
            self._seconds_per_row = (time.monotonic() - start) / count

    def _number(self) -> int:
        if self._numbers:
            return self._numbers.pop()
        drawn = struct.unpack(f"{NUMBERS_AT_ONCE}Q", secrets.token_bytes(8 * NUMBERS_AT_ONCE))
        self._numbers = [number >> 2 for number in drawn]
        return self._numbers.pop()

    def _send_rows(self, function: str, rows: str, count: int, *, check: bool) -> None:
        number = self._number()
        self._send(wire.call_request(number, function, check, rows), number, count, "call")

    def _send(self, line: str, number: int, rows: int, phase: Phase) -> None:
        """Send one request, first discarding unread replies to older ones. Raises: SandboxError."""
        while self._open_replies and self._end is None:
            self._fill("call")
        self._ready.clear()
        if self._end is not None:
            raise self._ended(phase)
        try:
            if self._buffer:
                raise wire.Violation("output that no request asked for")
            self._channel.send(line.encode("utf-8"), time.monotonic() + self._seconds(phase))
        except BaseException as fault:  # noqa: BLE001 -- boundary: _died turns it into an error, or re-raises it
            raise self._died(fault, phase) from None
        self._next_id, self._open_replies = number, rows
        self._batch += 1

    def _reply(self, phase: Phase) -> Reply:
        """Take the next reply; an error that ends the session comes as a reply too."""
        if not self._ready:
            self._fill(phase)
        return self._ready.popleft()

    def _fill(self, phase: Phase, deadline: float | None = None) -> None:
        """Wait for at least one reply, and take any others that have arrived, or the error that ended the session."""
        try:
            if deadline is None:
                deadline = time.monotonic() + self._seconds(phase)
            if self._open_replies > DOZE_ROWS and self._seconds_per_row:
                time.sleep(min(DOZE_SECONDS, self._open_replies * self._seconds_per_row))
            self._read(self._lines(deadline, self._limits.reply_bytes + wire.LINE_OVERHEAD), phase)
        except BaseException as fault:  # noqa: BLE001 -- boundary: _died turns it into an error, or re-raises it
            self._ready.append(Reply(error=self._died(fault, phase)))

    def _read(self, lines: bytes, phase: Phase) -> None:
        """Read whole lines; anything beyond the replies that are due stays in the buffer. Raises: Violation."""
        count = lines.count(b"\n")
        if count > self._open_replies:
            *due, rest = lines.split(b"\n", self._open_replies)
            self._buffer = rest + self._buffer
            lines, count = b"\n".join([*due, b""]), len(due)
        if len(lines) > wire.WEIGHED_BYTES:
            for line in lines.split(b"\n"):
                if len(line) > wire.WEIGHED_BYTES:
                    self._weigh(line)
        values = wire.read_usual(lines, self._next_id, count)
        if values is not None:
            self._ready.extend(map(Reply, values))
            self._next_id += count
            self._open_replies -= count
            return
        for line in lines.split(b"\n")[:-1]:
            reply = wire.read_reply(line, self._next_id, phase)
            self._ready.append(reply)
            self._next_id += 1
            self._open_replies -= 1
            if reply.error is not None and reply.error.kind not in SURVIVED:
                self._die(reply.error)
                return

    def _weigh(self, line: bytes) -> None:
        """Count what a reply will take of this process's memory, before it is read. Raises: Violation."""
        self.host_bytes += wire.weigh(line, self._limits.reply_values)
        if self.host_bytes > self._limits.host_mb << 20:
            raise wire.Violation(f"replies that together take more than {self._limits.host_mb} MB of memory")

    def _lines(self, deadline: float, longest: int) -> bytes:
        """Wait for a whole line, and take what else has arrived. Raises: TimeoutError, ChannelClosed, Violation."""
        piece, self._buffer = self._buffer, b""
        pieces = [piece]
        size = len(piece)
        while b"\n" not in piece:
            if size > longest:
                raise wire.Violation(f"a reply of more than {self._limits.reply_bytes} bytes")
            piece = self._channel.receive(deadline)
            pieces.append(piece)
            size += len(piece)
        whole = b"".join(pieces)
        if size > longest and max(map(len, whole.split(b"\n"))) > longest:
            raise wire.Violation(f"a reply of more than {self._limits.reply_bytes} bytes")
        if whole.endswith(b"\n"):
            return whole
        end = whole.rindex(b"\n") + 1
        self._buffer = whole[end:]
        return whole[:end]

    def _seconds(self, phase: Phase) -> float:
        return self._limits.load_seconds if phase == "load" else self._limits.call_seconds

    def _died(self, fault: BaseException, phase: Phase) -> SandboxError:
        """End the session after a fault and return it as an error. Raises: whatever the module did not cause."""
        if self._end is not None:
            return self._ended(phase)  # another thread has closed it meanwhile
        if isinstance(fault, TimeoutError):
            error = SandboxError("timeout", f"the {phase} took more than {self._seconds(phase):g} s", phase=phase)
        elif isinstance(fault, ChannelClosed):
            try:
                death = self._channel.cause_of_death()
            except SandboxUnavailable:
                self.close()
                raise
            error = SandboxError(death.kind, death.message, phase=phase)
        elif isinstance(fault, wire.Violation):
            error = SandboxError("protocol", str(fault), phase=phase)
        else:
            self.close()
            raise fault
        self._die(error)
        return error

    def _die(self, error: SandboxError) -> None:
        self._end = error
        self._finish()

    def _finish(self) -> None:
        self._buffer = b""
        self._channel.end()
        self._on_end(self)

    def _ended(self, phase: Phase = "call") -> SandboxError:
        assert self._end is not None
        if self._end.message.startswith("the session"):
            return SandboxError(self._end.kind, self._end.message, phase=phase)
        return SandboxError(self._end.kind, f"the session has ended: {self._end.message}", phase=phase)


def let_rest(sessions: Collection[PipedSession], guard: threading.Lock, over: threading.Event) -> None:
    """Start a thread that stops sessions which nobody has called for a while, until `over` is set.

    `sessions` may change meanwhile, under `guard`.
    """

    def look() -> None:
        while not over.wait(REST_SECONDS):
            with guard:
                present = list(sessions)
            for session in present:
                session.rest()

    threading.Thread(target=look, name="sandbox-rest", daemon=True).start()


def open_session(
    channel: Channel,
    frame: bytes,
    module: Module,
    limits: Limits,
    *,
    accept: Callable[[wire.Hello], None],
    on_end: Callable[[PipedSession], None],
) -> PipedSession:
    """Start a runner on a fresh channel, let the launcher check its lock, and load the module.

    Raises: SandboxUnavailable, SandboxError (phase `load`), whatever `accept` raises; nothing is left running then.
    """
    session = PipedSession(channel, limits, on_end)
    try:
        accept(session.start(frame))
        session.load(module)
    except BaseException:
        session.close()
        raise
    return session
