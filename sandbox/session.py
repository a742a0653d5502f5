"""A session over any channel: requests out, replies in, deadlines on the host's clock, every death with a reason."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sandbox import wire
from sandbox.api import Conditions, Limits, Module, Phase, Reply, SandboxError, SandboxUnavailable
from sandbox.channel import Channel, ChannelClosed
from sandbox.values import ValueRefused, compact, text

DEFAULT_LIMITS = Limits()
DEFAULT_CONDITIONS = Conditions()
START_SECONDS = 30.0
"""How long an interpreter may take to start and lock itself: the machine's fault, not the module's."""
MOST_ROWS = 2048
"""Rows in flight at most in `call_many`."""
DOZE_SECONDS = 0.0004
"""How long, at most, to let replies of many rows gather before reading them together: waking up for each is dear."""
DOZE_ROWS = 16
"""With fewer replies open, each is read as soon as it comes."""
SURVIVED = frozenset({"raised", "refused"})
"""Kinds of error after which a session goes on."""


class PipedSession:
    """One module behind one channel: `start`, then `load`, then calls until `close`."""

    def __init__(self, channel: Channel, limits: Limits, on_end: Callable[[PipedSession], None]) -> None:
        self.functions: frozenset[str] = frozenset()
        self._channel = channel
        self._limits = limits
        self._on_end = on_end
        self._buffer = b""
        """The beginning of a line."""
        self._lines: deque[bytes] = deque()
        """Whole lines that came and were not read yet."""
        self._next_id = 0
        """The id that the next reply must carry."""
        self._open_replies = 0
        self._batch = 0
        """Counts requests, so that a reader of an older one notices that it was overtaken."""
        self._seconds_per_row = 0.0
        """What the last request took, with what its caller did meanwhile."""
        self._end: SandboxError | None = None

    @property
    def alive(self) -> bool:
        """False once the session was closed, died or was killed."""
        return self._end is None

    def start(self, frame: bytes) -> wire.Hello:
        """Start the runner and return what it reports. Raises: SandboxUnavailable."""
        deadline = time.monotonic() + START_SECONDS
        try:
            self._channel.send(frame, deadline)
            return wire.read_hello(self._line(deadline, wire.LINE_OVERHEAD))
        except TimeoutError:
            reason = f"it took more than {START_SECONDS:g} s"
        except ChannelClosed:
            reason = self._channel.cause_of_death().message.replace("the module", "the interpreter")
        except wire.Violation as violation:
            reason = str(violation)
        raise SandboxUnavailable(f"the sandbox's interpreter did not start: {reason}")

    def load(self, module: Module) -> None:
        """Execute shim and module. Raises: SandboxError (phase `load`)."""
        number = secrets.randbits(62)
        try:
            if len((module.source + module.shim).encode("utf-8")) > wire.MAX_SOURCE_BYTES:
                raise ValueRefused(f"more than {wire.MAX_SOURCE_BYTES} bytes")
            if "\0" in module.source + module.shim:
                raise ValueRefused("a NUL character")  # Python's own words for it depend on the version
            line = compact({"op": "load", "id": number, "shim": module.shim, "source": module.source})
        except (UnicodeEncodeError, ValueRefused) as refusal:
            reason = refusal if isinstance(refusal, ValueRefused) else "a lone surrogate"
            raise SandboxError("refused", f"the module's text has {reason}", phase="load") from None
        self._send(line, number, 1, "load")
        names = self._reply("load").unwrap()
        if type(names) is not list or not all(type(name) is str for name in names):
            raise self._died(wire.Violation("the list of functions is not one"), "load")
        self.functions = frozenset(names)

    def call(self, function: str, *args: Any) -> Any:
        """Call once. Raises: SandboxError (after any kind but `raised` and `refused` the session is dead)."""
        row = self._row_text(args)
        if isinstance(row, SandboxError):
            raise row
        self._send_rows(function, [row], check=False)
        return self._reply("call").unwrap()

    def call_many(
        self, function: str, rows: Iterable[Sequence[Any]], *, check_arguments: bool = False
    ) -> Iterator[Reply]:
        """Call once per row, streamed: one Reply per row, in order; rows after the session's death get its error.

        Rows are read ahead of their replies, ever more of them, up to 2048. Raises: RuntimeError, if the session
        was used for something else before all replies were read.
        """
        source = iter(rows)
        size = 1
        while batch := list(islice(source, size)):
            size = min(size * 2, MOST_ROWS)
            waiting: list[str] = []
            room = self._limits.request_bytes
            for row in batch:
                line = self._row_text(row)
                if isinstance(line, SandboxError) or len(line) > room:
                    yield from self._exchange(function, waiting, check_arguments)
                    waiting, room = [], self._limits.request_bytes
                if isinstance(line, SandboxError):
                    yield Reply(error=line)
                else:
                    waiting.append(line)
                    room -= len(line)
            yield from self._exchange(function, waiting, check_arguments)

    def close(self) -> None:
        """End the session and everything in it. Safe to call twice."""
        if self._end is None:
            self._end = SandboxError("refused", "the session is closed")
            self._finish()

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

    def _exchange(self, function: str, rows: list[str], check: bool) -> Iterator[Reply]:
        if not rows:
            return
        try:
            self._send_rows(function, rows, check=check)
        except SandboxError as error:
            yield Reply(error=error)
            rows = rows[1:]
        batch, start = self._batch, time.monotonic()
        for _ in rows:
            if self._end is not None:
                yield Reply(error=self._ended())
            elif self._batch != batch:
                raise RuntimeError("the session was used before all replies of call_many were read")
            else:
                yield self._reply("call")
        if rows:
            self._seconds_per_row = (time.monotonic() - start) / len(rows)

    def _send_rows(self, function: str, rows: list[str], *, check: bool) -> None:
        number = secrets.randbits(62)
        head = f'{{"op":"call","id":{number},"function":{text(function)},"check":{"true" if check else "false"}'
        self._send(f'{head},"rows":[{",".join(rows)}]}}', number, len(rows), "call")

    def _send(self, line: str, number: int, rows: int, phase: Phase) -> None:
        """Send one request, after the replies to older ones that nobody read. Raises: SandboxError."""
        while self._open_replies and self._end is None:
            self._reply("call")
        if self._end is not None:
            raise self._ended(phase)
        try:
            self._expect_silence()
            self._channel.send(line.encode("utf-8") + b"\n", time.monotonic() + self._seconds(phase))
        except BaseException as fault:  # noqa: BLE001 -- boundary: _died words it, or raises it again
            raise self._died(fault, phase) from None
        self._next_id, self._open_replies = number, rows
        self._batch += 1

    def _expect_silence(self) -> None:
        """Raises: Violation, if something came that no request asked for; ChannelClosed."""
        if self._channel.pending():
            with contextlib.suppress(TimeoutError):
                self._buffer += self._channel.receive(time.monotonic())
        if self._buffer or self._lines:
            raise wire.Violation("output that no request asked for")

    def _reply(self, phase: Phase) -> Reply:
        """Read the next reply. An error that ends the session is in the reply too."""
        try:
            line = self._lines.popleft() if self._lines else self._next_line(phase)
            reply = wire.read_reply(line, self._next_id, phase)
        except BaseException as fault:  # noqa: BLE001 -- boundary: _died words it, or raises it again
            return Reply(error=self._died(fault, phase))
        self._next_id += 1
        self._open_replies -= 1
        if reply.error is not None and reply.error.kind not in SURVIVED:
            self._die(reply.error)
        return reply

    def _next_line(self, phase: Phase) -> bytes:
        deadline = time.monotonic() + self._seconds(phase)
        if self._open_replies > DOZE_ROWS and self._seconds_per_row:
            time.sleep(min(DOZE_SECONDS, self._open_replies * self._seconds_per_row))
        return self._line(deadline, self._limits.reply_bytes + wire.LINE_OVERHEAD)

    def _line(self, deadline: float, longest: int) -> bytes:
        """Wait for the next line, and take what else came. Raises: TimeoutError, ChannelClosed, Violation."""
        pieces = [self._buffer]
        size = len(self._buffer)
        self._buffer = b""
        while not self._lines:
            piece = self._channel.receive(deadline)
            pieces.append(piece)
            size += len(piece)
            if b"\n" in piece:
                *lines, self._buffer = b"".join(pieces).split(b"\n")
                self._lines.extend(lines)
                size = max(map(len, lines))
            if size > longest:
                raise wire.Violation(f"a reply of more than {self._limits.reply_bytes} bytes")
        return self._lines.popleft()

    def _seconds(self, phase: Phase) -> float:
        return self._limits.load_seconds if phase == "load" else self._limits.call_seconds

    def _died(self, fault: BaseException, phase: Phase) -> SandboxError:
        """End the session for a fault in the exchange and word it. Raises: what is not the module's doing."""
        if self._end is not None:
            return self._ended(phase)  # closed meanwhile, by another thread
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
        self._lines.clear()
        self._channel.end()
        self._on_end(self)

    def _ended(self, phase: Phase = "call") -> SandboxError:
        assert self._end is not None
        if self._end.message.startswith("the session"):
            return SandboxError(self._end.kind, self._end.message, phase=phase)
        return SandboxError(self._end.kind, f"the session has ended: {self._end.message}", phase=phase)


def open_session(
    channel: Channel,
    frame: bytes,
    module: Module,
    limits: Limits,
    *,
    accept: Callable[[wire.Hello], None],
    on_end: Callable[[PipedSession], None],
) -> PipedSession:
    """Start a runner on a fresh channel, let the launcher judge its lock, load the module.

    Raises: SandboxUnavailable, SandboxError (phase `load`), what `accept` raises; then nothing is left running.
    """
    session = PipedSession(channel, limits, on_end)
    try:
        accept(session.start(frame))
        session.load(module)
    except BaseException:
        session.close()
        raise
    return session
