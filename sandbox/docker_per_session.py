"""The `docker-strict` launcher: one container per session, reached through the engine's attach stream.

Much slower than a worker that many sessions share. Use it where no two modules may share a container, with an engine
on another machine, and with runtimes such as gVisor's, which cannot pass file descriptors.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

from boxwright.sandbox import container, engine, runner_payload
from boxwright.sandbox.api import Conditions, Limits, Module, SandboxUnavailable
from boxwright.sandbox.channel import ChannelClosed, Death, Rest, death_by_exit
from boxwright.sandbox.docker import accept, level_of
from boxwright.sandbox.session import DEFAULT_CONDITIONS, DEFAULT_LIMITS, PipedSession, let_rest, open_session
from boxwright.sandbox.wire import Hello

if TYPE_CHECKING:
    from docker import DockerClient

READ_BYTES = 1 << 16
STDOUT = 1
HEADER_BYTES = 8
STOP, GO_ON = "SIGUSR1", "SIGUSR2"
"""What the host tells a container's watcher (`runner/alone.py`)."""


class DockerPerSessionLauncher:
    """Opens each session in its own container. Needs a reachable engine, local or remote, and the image."""

    name = "docker-strict"

    def __init__(self) -> None:
        """Connect, clean up after dead runs, and open a trial session. Raises: SandboxUnavailable."""
        self._sessions: set[PipedSession] = set()
        self._guard = threading.Lock()
        self._closed = False
        self._over = threading.Event()
        self._client = container.connect()
        try:
            with engine.failures("describe itself"):
                info = self._client.info()
            name = "+".join([self.name, *([container.runtime()] if container.runtime() else [])])
            self.level = level_of(name, self._probe(), info)
        except BaseException:
            self._client.close()
            raise
        let_rest(self._sessions, self._guard, self._over)

    def open(
        self, module: Module, limits: Limits = DEFAULT_LIMITS, conditions: Conditions = DEFAULT_CONDITIONS
    ) -> PipedSession:
        """Load a module into its own container. Raises: SandboxError (phase `load`), SandboxUnavailable."""
        channel = self._start(limits, conditions)
        frame = runner_payload.session_frame(limits, conditions)
        session = open_session(channel, frame, module, limits, accept=self._accept, on_end=self._forget)
        with self._guard:
            if not self._closed:
                self._sessions.add(session)
                return session
        session.close()
        raise SandboxUnavailable("the docker-strict launcher is closed")

    def close(self) -> None:
        """End every session. A container that a failing engine cannot remove now is removed by the next run."""
        with self._guard:
            self._closed = True
            sessions = list(self._sessions)
        self._over.set()
        for session in sessions:
            session.close()
        self._client.close()

    def _accept(self, hello: Hello) -> None:
        if not container.runtime():  # such a runtime brings its own kernel, which has neither Landlock nor seccomp
            accept(hello)

    def _forget(self, session: PipedSession) -> None:
        with self._guard:
            self._sessions.discard(session)

    def _probe(self) -> Hello:
        channel = self._start(DEFAULT_LIMITS, DEFAULT_CONDITIONS)
        session = PipedSession(channel, DEFAULT_LIMITS, self._forget)
        try:
            hello = session.start(runner_payload.session_frame(DEFAULT_LIMITS, DEFAULT_CONDITIONS))
            self._accept(hello)
            return hello
        finally:
            session.close()

    def _start(self, limits: Limits, conditions: Conditions) -> AttachChannel:
        """Create, attach, start, in this order: otherwise the first output is lost. Raises: SandboxUnavailable."""
        memory = limits.memory_mb + container.INTERPRETER_MB
        walls = container.settings(conditions, memory_mb=memory, processes=1, cpus=1)
        with engine.failures("start a container"):
            made = self._client.containers.create(**walls, stdin_open=True)
            name = str(made.id)
            try:
                attached = self._client.api.attach_socket(
                    name, params={"stdin": 1, "stdout": 1, "stderr": 0, "stream": 1}
                )
                channel = AttachChannel(self._client, name, attached, limits)
            except BaseException:
                container.remove(self._client, name)
                raise
            try:
                made.start()
            except BaseException:
                channel.end()
                raise
        return channel


class AttachChannel:
    """A container's stdin and stdout, multiplexed by the engine over one socket."""

    def __init__(self, client: DockerClient, name: str, attached: Any, limits: Limits) -> None:
        self._client = client
        self._container = name
        self._attached = attached
        """The SDK's wrapper, kept alive so that it does not close the socket; unusable after its first timeout."""
        self._socket: socket.socket = getattr(attached, "_sock", attached)
        self._frames = Frames()
        self._rest = Rest(lambda: self._tell(STOP), lambda: self._tell(GO_ON))
        self._cpu_seconds = limits.cpu_seconds
        self._born = time.monotonic()
        self._ended = False

    def send(self, data: bytes, deadline: float) -> None:
        """Send all of it. Raises: TimeoutError, ChannelClosed."""
        self._rest.begin()
        self._socket.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            self._socket.sendall(data)
        except TimeoutError:
            raise
        except OSError:
            raise ChannelClosed from None

    def receive(self, deadline: float) -> bytes:
        """Return at least one byte. Raises: TimeoutError, ChannelClosed."""
        self._rest.begin()
        while True:
            self._socket.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                data = self._socket.recv(READ_BYTES)
            except TimeoutError:
                raise
            except OSError:
                raise ChannelClosed from None
            if not data:
                raise ChannelClosed
            payload = self._frames.feed(data)
            if payload:
                self._rest.done()
                return payload

    def rest(self) -> None:
        """Let the container's watcher stop the session, if nothing was sent or received since the last call of this."""
        if not self._ended:
            self._rest.look()

    def _tell(self, signal_name: str) -> None:
        with contextlib.suppress(SandboxUnavailable), engine.failures("tell a container to stop or go on"):
            self._client.api.kill(self._container, signal=signal_name)

    def cause_of_death(self) -> Death:
        """Ask the engine how the container ended. Raises: SandboxUnavailable, if the engine is gone as well."""
        deadline = time.monotonic() + 2.0
        while True:
            with engine.failures("say how a container ended"):
                state = self._client.api.inspect_container(self._container)["State"]
            if state["OOMKilled"]:
                return Death("memory", "the module used more memory than it may")
            if not state["Running"]:
                code = int(state["ExitCode"])
                # Nothing inside can kill a container's first process; on one CPU, its time cannot outrun the clock.
                spent = time.monotonic() - self._born >= self._cpu_seconds
                return death_by_exit(128 - code if code > 128 else code, self._cpu_seconds, spent=spent)
            if time.monotonic() > deadline:
                raise SandboxUnavailable("the Docker engine hung up on a container that still runs")
            time.sleep(0.02)

    def end(self) -> None:
        """Hang up, then remove the container, whatever it is doing. Idempotent; never raises.

        The order matters: an engine that still has output to deliver does not kill the container (moby #41827).
        """
        if self._ended:
            return
        self._ended = True
        with contextlib.suppress(OSError):  # the other side closed it
            self._socket.shutdown(socket.SHUT_RDWR)
        response = getattr(self._attached, "_response", None)
        if response is not None:
            response.close()
        self._attached.close()
        self._socket.close()
        container.remove(self._client, self._container)


class Frames:
    """Decodes the engine's frames: type, three zero bytes, length (32 bits, big-endian), then that many bytes."""

    def __init__(self) -> None:
        self._header = b""
        self._left = 0
        self._is_stdout = False

    def feed(self, data: bytes) -> bytes:
        """Return the part of `data` that is stdout's payload. Frames may start and end anywhere in it."""
        payload = []
        place = 0
        while place < len(data):
            if not self._left:
                missing = HEADER_BYTES - len(self._header)
                self._header += data[place : place + missing]
                place += missing
                if len(self._header) == HEADER_BYTES:
                    self._is_stdout = self._header[0] == STDOUT
                    self._left = int.from_bytes(self._header[4:], "big")
                    self._header = b""
                continue
            piece = data[place : place + self._left]
            place += len(piece)
            self._left -= len(piece)
            if self._is_stdout:
                payload.append(piece)
        return b"".join(payload)
