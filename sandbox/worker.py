"""A worker: a fork server behind a socket, which provides sessions in milliseconds.

Its launcher decides what it runs in (a subprocess, bubblewrap, a container). Host and session talk over two pipes
that the host creates and the worker passes on; the worker itself never reads a byte that untrusted code wrote.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from boxwright.sandbox import runner_payload
from boxwright.sandbox.api import Conditions, Limits, SandboxUnavailable
from boxwright.sandbox.channel import ChannelClosed, Death, Rest, death_by_exit

START_SECONDS = 30.0
"""How long an interpreter may take to start."""
END_SECONDS = 5.0
"""How long a worker may take to end one session before the whole worker is ended."""
READ_BYTES = 1 << 16
"""Bytes per read. Twice as many would map fresh memory for every read: 12 us instead of 1."""
REPLY_PIPE_BYTES = 1 << 18
"""How much a session can write before it must wait for its reader; the kernel may grant less."""
F_SETPIPE_SZ = 1031
STOP, GO_ON, QUEUED = b"s", b"g", b"q"
"""What the host may say on a session's tether, besides closing it."""
ANSWER_SECONDS = 5.0
"""How long the worker may take to say how long a session has waited for a processor."""
WORTH_SECONDS = 0.01
"""Less than this more is no reason to go on waiting."""
PATIENT = 0.25
"""The part of a limit after which a reply is late, so that it is counted how long the session waits for a processor."""


class Worker:
    """One fork server. Thread-safe."""

    def __init__(self, control: socket.socket, stop: Callable[[], None]) -> None:
        """Take over the socket of a fork server that has been started; `stop` ends whatever it runs in."""
        self._control = control
        self._stop = stop
        self._guard = threading.Lock()
        self._ended = False
        self.sessions = 0
        """Sessions that were requested or opened here and have not ended."""

    @property
    def alive(self) -> bool:
        """False once it has been ended or was found dead."""
        return not self._ended

    def start(self, parent: int | None) -> None:
        """Send the sources and wait until it is ready. Raises: SandboxUnavailable, after ending it."""
        try:
            self._control.settimeout(START_SECONDS)
            self._control.sendall(runner_payload.server_frame(parent))
            answer = b""
            while not answer.endswith(b"\n"):
                piece = self._control.recv(4096)
                if not piece:
                    raise ConnectionError("it ended")
                answer += piece
            said = json.loads(answer)
            if "ready" not in said:
                raise ConnectionError(said["problem"])
        except (OSError, ValueError) as error:
            self.end()
            raise SandboxUnavailable(f"the sandbox's interpreter did not start: {error}") from None

    def fork(self, limits: Limits, conditions: Conditions) -> ForkChannel:
        """Open a session, which the caller has already counted; on failure the count is taken back.

        Raises: SandboxUnavailable: the worker is dead, or this process is out of file descriptors.
        """
        try:
            return self._fork(limits, conditions)
        except BaseException:
            self.count(-1)
            raise

    def _fork(self, limits: Limits, conditions: Conditions) -> ForkChannel:
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
            try:
                requests, replies, tether = _ends(ours, theirs)
            except OSError as error:
                raise SandboxUnavailable(
                    f"cannot open a session: {error.strerror} (more sessions at once need `ulimit -n` raised)"
                ) from None
            order = runner_payload.order(limits, conditions)
            given = [requests[0], replies[1], tether[1].fileno()]
            try:
                with self._guard:
                    sent = socket.send_fds(self._control, [order], given)
                    self._control.sendall(order[sent:])
            except OSError as error:
                self.end()
                raise SandboxUnavailable(f"the sandbox's worker ended: {error.strerror or error}") from None
            ours.pop_all()
        return ForkChannel(requests[1], replies[0], tether[0], limits, self)

    def count(self, change: int) -> None:
        """Count a session in (1) or out (-1)."""
        with self._guard:
            self.sessions += change

    def end(self) -> None:
        """End it, and every session in it. Idempotent; never raises."""
        if self._ended:
            return
        self._ended = True
        self._control.close()
        self._stop()


def _ends(
    ours: contextlib.ExitStack, theirs: contextlib.ExitStack
) -> tuple[tuple[int, int], tuple[int, int], tuple[socket.socket, socket.socket]]:
    """Create the pipes (read end, write end) and the tether; each end is closed by its stack on failure."""
    requests = os.pipe()
    theirs.callback(os.close, requests[0])
    ours.callback(os.close, requests[1])
    replies = os.pipe()
    ours.callback(os.close, replies[0])
    theirs.callback(os.close, replies[1])
    tether = socket.socketpair()
    ours.callback(tether[0].close)
    theirs.callback(tether[1].close)
    return requests, replies, tether


@dataclass
class Grace:
    """What one load or call is allowed beyond its deadline, because its process waited for a processor."""

    deadline: float
    queued_before: float
    """Seconds for which the process had waited in all when the reply was late for the first time."""
    seconds: float = 0.0


class ForkChannel:
    """The pipes to one session, and the tether through which its worker ends it and reports how it ended."""

    def __init__(self, target: int, source: int, tether: socket.socket, limits: Limits, worker: Worker) -> None:
        self._target, self._source, self._tether = target, source, tether
        self._limits = limits
        self._worker = worker
        self._heard = b""
        """The beginning of a line from the worker."""
        self._last_words: Death | None = None
        self._queued = 0.0
        self._grace = Grace(0.0, 0.0)
        self._ended = False
        self._rest = Rest(lambda: self._tell(STOP), lambda: self._tell(GO_ON))
        os.set_blocking(target, False)
        with contextlib.suppress(OSError):  # the default size will do; beyond a limit only root gets more
            import fcntl

            fcntl.fcntl(source, F_SETPIPE_SZ, REPLY_PIPE_BYTES)
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(source, select.POLLIN)
        self._writable.register(target, select.POLLOUT)

    def send(self, data: bytes, deadline: float) -> None:
        """Send all of it. Raises: TimeoutError, ChannelClosed."""
        self._rest.begin()
        while True:
            if self._ended:
                raise ChannelClosed
            try:
                written = os.write(self._target, data)
                if written == len(data):
                    return
                data = data[written:]
            except BlockingIOError:
                self._wait(self._writable, deadline)
            except BrokenPipeError:
                self._gone(deadline)

    def receive(self, deadline: float) -> bytes:
        """Return at least one byte. Raises: TimeoutError, ChannelClosed."""
        self._rest.begin()
        if self._ended:  # by another thread: the descriptor may now be another file
            raise ChannelClosed
        self._wait(self._readable, deadline)
        data = os.read(self._source, READ_BYTES)
        if not data:
            self._gone(deadline)
        self._rest.done()
        return data

    def _wait(self, ready: select.poll, deadline: float) -> None:
        """Wait until a pipe is ready. Raises: TimeoutError.

        The time for which the session is ready to run while the machine runs others does not count, up to the limit for
        it; so a loaded machine fails no honest module, and one that sleeps or computes is ended all the same.
        """
        left = deadline - time.monotonic()
        if ready.poll(max(0.0, left * PATIENT) * 1000):
            return
        if self._grace.deadline != deadline:
            self._grace = Grace(deadline, self._ask_queued())
        grace = self._grace
        while not ready.poll(max(0.0, deadline + grace.seconds - time.monotonic()) * 1000):
            queued = min(self._ask_queued() - grace.queued_before, self._limits.queue_seconds)
            if queued - grace.seconds < WORTH_SECONDS:
                raise TimeoutError
            grace.seconds = queued

    def _ask_queued(self) -> float:
        """Return for how long the session has waited for a processor in all, in seconds, as far as the worker tells."""
        self._tell(QUEUED)
        with contextlib.suppress(TimeoutError):
            self._hear(time.monotonic() + ANSWER_SECONDS)
        return self._queued

    def rest(self) -> None:
        """Stop the session's process, if nothing has been sent or received since the last call of this."""
        if not self._ended:
            self._rest.look()

    def _tell(self, order: bytes) -> None:
        with contextlib.suppress(OSError):  # it has ended, which whoever uses the channel is told elsewhere
            self._tether.send(order)

    def cause_of_death(self) -> Death:
        """Return why the other side is gone, after ChannelClosed. Raises: SandboxUnavailable, if its worker is gone."""
        if self._last_words is None:
            raise SandboxUnavailable("the sandbox's worker ended, and its sessions with it")
        return self._last_words

    def end(self) -> None:
        """Release the session and wait for its process to end. Idempotent; never raises."""
        if self._ended:
            return
        self._ended = True
        with contextlib.suppress(OSError):  # the other side was first
            self._tether.shutdown(socket.SHUT_WR)
        os.close(self._target)
        os.close(self._source)
        self._worker.count(-1)
        try:
            self._listen(time.monotonic() + END_SECONDS)
        except TimeoutError:
            self._worker.end()
        finally:
            self._tether.close()

    def _gone(self, deadline: float) -> NoReturn:
        """Wait for the process to end. One that only closed its channel runs into its deadline, as in a container."""
        self._listen(deadline + (self._grace.seconds if self._grace.deadline == deadline else 0.0))
        raise ChannelClosed

    def _listen(self, deadline: float) -> None:
        """Wait until the worker reports how the session ended, or is gone itself. Raises: TimeoutError."""
        while self._last_words is None and self._hear(deadline):
            pass
        if self._last_words is None:
            self._worker.end()

    def _hear(self, deadline: float) -> bool:
        """Take in one line of the worker's; False if there will be none. Raises: TimeoutError."""
        while b"\n" not in self._heard:
            self._tether.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                piece = self._tether.recv(256)
            except ConnectionError:
                piece = b""
            if not piece:
                return False
            self._heard += piece
        line, _, self._heard = self._heard.partition(b"\n")
        said = json.loads(line)
        if "ended" in said:
            self._last_words = _death(said, self._limits.cpu_seconds)
        else:
            self._queued = said["queued"]
        return True


def _death(said: dict[str, int], cpu_seconds: int) -> Death:
    if said["starved"]:
        return Death("memory", "the module used more memory than there is for all sessions")
    return death_by_exit(said["ended"], cpu_seconds, spent=bool(said["spent"]))
