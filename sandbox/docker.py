"""The Docker launcher: a hardened container per session, with the same runner, and the same self-lock, inside."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

from sandbox import bundle, engine, image
from sandbox.api import Conditions, Limits, Module, SandboxUnavailable
from sandbox.channel import ChannelClosed, Death, death_by_exit
from sandbox.session import DEFAULT_CONDITIONS, DEFAULT_LIMITS, PipedSession, open_session
from sandbox.wire import Hello

if TYPE_CHECKING:
    from docker import DockerClient
    from docker.models.containers import Container

PROCESSES = 32
"""The runtime needs a few threads to start a container; the runner itself can make neither process nor thread."""
INTERPRETER_MB = 96
"""Beyond a session's own limit, so that the module meets MemoryError before the kernel meets the container."""
READ_BYTES = 1 << 16
STDOUT = 1
HEADER_BYTES = 8


class DockerLauncher:
    """Opens sessions in containers of their own. Needs an engine that answers, and the image."""

    name = "docker"

    def __init__(self) -> None:
        """Connect, sweep what dead runs left, and try the walls once. Raises: SandboxUnavailable."""
        self._sessions: set[PipedSession] = set()
        self._leftovers: set[str] = set()
        self._guard = threading.Lock()
        self._closed = False
        self._client = engine.connect()
        try:
            if not image.is_present(self._client):
                raise SandboxUnavailable("the sandbox's image is missing: make it with `boxwright sandbox build`")
            engine.sweep(self._client)
            self.level = self._level(self._probe())
        except BaseException:
            self._client.close()
            raise

    def open(
        self, module: Module, limits: Limits = DEFAULT_LIMITS, conditions: Conditions = DEFAULT_CONDITIONS
    ) -> PipedSession:
        """Load a module into a container of its own. Raises: SandboxError (phase `load`), SandboxUnavailable."""
        channel = self._start(limits, conditions)
        frame = bundle.frame(limits, conditions, die_with_parent=None)
        session = open_session(channel, frame, module, limits, accept=_accept, on_end=self._forget)
        with self._guard:
            if not self._closed:
                self._sessions.add(session)
                return session
        session.close()
        raise SandboxUnavailable("the docker launcher is closed")

    def close(self) -> None:
        """End every session and leave nothing behind. Raises: SandboxUnavailable, if a container cannot be removed."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
            sessions = list(self._sessions)
        for session in sessions:
            session.close()
        try:
            for container in list(self._leftovers):
                with engine.failures(f"remove the container {container[:12]}"):
                    _remove(self._client, container)
        finally:
            self._client.close()

    def _forget(self, session: PipedSession) -> None:
        with self._guard:
            self._sessions.discard(session)

    def _probe(self) -> Hello:
        channel = self._start(DEFAULT_LIMITS, DEFAULT_CONDITIONS)
        session = PipedSession(channel, DEFAULT_LIMITS, self._forget)
        try:
            hello = session.start(bundle.frame(DEFAULT_LIMITS, DEFAULT_CONDITIONS, die_with_parent=None))
            _accept(hello)
            return hello
        finally:
            session.close()

    def _level(self, hello: Hello) -> str:
        """Name the walls that stand, e.g. `docker+landlock7+seccomp`, and the limits that this engine cannot hold."""
        with engine.failures("describe itself"):
            info = self._client.info()
        walls = [f"landlock{hello.landlock}"] * bool(hello.landlock) + ["seccomp"]
        limits = {"MemoryLimit": "memory", "PidsLimit": "pids", "CpuCfsQuota": "cpu"}
        lost = [f"no-{word}-limit" for key, word in limits.items() if info.get(key) is False]
        return "+".join(["docker", *walls, *lost])

    def _start(self, limits: Limits, conditions: Conditions) -> AttachChannel:
        """Create, attach, start: in this order, or the first words are lost. Raises: SandboxUnavailable."""
        with engine.failures("start a container"):
            container = self._client.containers.create(**container_settings(limits, conditions))
            try:
                attached = self._client.api.attach_socket(
                    str(container.id), params={"stdin": 1, "stdout": 1, "stderr": 0, "stream": 1}
                )
                channel = AttachChannel(self._client, container, attached, limits, self._leftovers)
            except BaseException:
                container.remove(force=True, v=True)
                raise
            try:
                container.start()
            except BaseException:
                channel.end()
                raise
        return channel


def container_settings(limits: Limits, conditions: Conditions) -> dict[str, Any]:
    """Return the container's walls: no network, no privilege, nothing writable, bounded memory, processes and CPU."""
    memory = f"{limits.memory_mb + INTERPRETER_MB}m"
    return {
        "image": image.tag(),
        "command": [*bundle.PYTHON_FLAGS, "-c", bundle.boot_text()],
        "environment": bundle.environment(conditions),
        "labels": engine.labels(),
        "stdin_open": True,
        "tty": False,
        "user": image.USER,
        "hostname": "sandbox",
        "network_mode": "none",
        "read_only": True,
        "ipc_mode": "none",
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "mem_limit": memory,
        "memswap_limit": memory,
        "pids_limit": PROCESSES,
        "nano_cpus": 1_000_000_000,
        "log_config": {"type": "none"},  # any other driver lets a flood fill the host's disk
    }


class AttachChannel:
    """The attached stdin and stdout of a container, as the engine multiplexes them over one socket."""

    def __init__(
        self, client: DockerClient, container: Container, attached: Any, limits: Limits, leftovers: set[str]
    ) -> None:
        self._client = client
        self._container = str(container.id)
        self._attached = attached
        """The SDK's wrapper, kept so that it does not close the socket; it is dead after its first time-out."""
        self._socket: socket.socket = getattr(attached, "_sock", attached)
        self._readable = select.poll()
        self._readable.register(self._socket, select.POLLIN)
        self._frames = Frames()
        self._cpu_seconds = limits.cpu_seconds
        self._leftovers = leftovers
        self._ended = False

    def send(self, data: bytes, deadline: float) -> None:
        """Send all of it. Raises: TimeoutError, ChannelClosed."""
        self._socket.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            self._socket.sendall(data)
        except TimeoutError:
            raise
        except OSError:
            raise ChannelClosed from None

    def receive(self, deadline: float) -> bytes:
        """Return some bytes, at least one. Raises: TimeoutError, ChannelClosed."""
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
                return payload

    def pending(self) -> bool:
        """Is there anything to receive (or an end to notice) right now?"""
        return bool(self._readable.poll(0))

    def cause_of_death(self) -> Death:
        """Ask the engine how the container ended. Raises: SandboxUnavailable, if the engine is gone too."""
        deadline = time.monotonic() + 2.0
        while True:
            with engine.failures("say how a container ended"):
                state = self._client.api.inspect_container(self._container)["State"]
            if state["OOMKilled"]:
                return Death("memory", "the module used more memory than it may")
            if not state["Running"]:
                code = int(state["ExitCode"])
                return death_by_exit(128 - code if code > 128 else code, self._cpu_seconds)
            if time.monotonic() > deadline:
                raise SandboxUnavailable("the Docker engine hung up on a container that still runs")
            time.sleep(0.02)

    def end(self) -> None:
        """Hang up, then remove the container, whatever it does. Safe to call twice; never raises.

        Hanging up first is not politeness: an engine that still has output to deliver does not kill (moby #41827).
        """
        if self._ended:
            return
        self._ended = True
        with contextlib.suppress(OSError):  # it was closed from the other side
            self._socket.shutdown(socket.SHUT_RDWR)
        response = getattr(self._attached, "_response", None)
        if response is not None:
            response.close()
        self._attached.close()
        self._socket.close()
        try:
            with engine.failures("remove a container"):
                _remove(self._client, self._container)
        except SandboxUnavailable:
            self._leftovers.add(self._container)  # tried again when the launcher closes, and swept by later runs


class Frames:
    """Takes the engine's frames apart: type, three zeros, length (32 bits, big end first), then so many bytes."""

    def __init__(self) -> None:
        self._header = b""
        self._left = 0
        self._is_stdout = False

    def feed(self, data: bytes) -> bytes:
        """Return what of `data` is the payload of stdout. Frames may begin and end anywhere."""
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


def _accept(hello: Hello) -> None:
    """Landlock may be missing in a container, which has a file system of its own; the call filter may not."""
    if not hello.seccomp:
        raise SandboxUnavailable(f"the sandbox cannot lock itself in a container: {'; '.join(hello.faults)}")


def _remove(client: DockerClient, container: str) -> None:
    from docker.errors import NotFound

    try:
        client.api.remove_container(container, force=True, v=True)
    except NotFound:
        return
