"""The embedded launcher: a subprocess of this Python that locks itself before it loads untrusted code."""

from __future__ import annotations

import ctypes
import os
import select
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NoReturn

from sandbox import bundle
from sandbox.api import Conditions, Limits, Module, SandboxUnavailable
from sandbox.channel import ChannelClosed, Death, death_by_exit
from sandbox.session import DEFAULT_CONDITIONS, DEFAULT_LIMITS, PipedSession, open_session
from sandbox.wire import Hello

PR_SET_DUMPABLE = 4
READ_BYTES = 1 << 18


class LocalLauncher:
    """Opens sessions as locked subprocesses. Needs Linux with Landlock and seccomp, neither an engine nor root."""

    name = "local"

    def __init__(self, *, unsafe: bool = False) -> None:
        """Try the lock once. Raises: SandboxUnavailable, if a wall is missing and `unsafe` does not accept that."""
        self._unsafe = unsafe
        self._sessions: set[PipedSession] = set()
        self._guard = threading.Lock()
        self._closed = False
        self._spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-spawn")
        forbid_inspection()
        self.level = level_of(self._probe())

    def open(
        self,
        module: Module,
        limits: Limits = DEFAULT_LIMITS,
        conditions: Conditions = DEFAULT_CONDITIONS,
    ) -> PipedSession:
        """Load a module into a process of its own. Raises: SandboxError (phase `load`), SandboxUnavailable."""
        channel = self._spawn(limits, conditions)
        frame = bundle.frame(limits, conditions, die_with_parent=os.getpid())
        session = open_session(channel, frame, module, limits, accept=self._accept, on_end=self._forget)
        with self._guard:
            if not self._closed:
                self._sessions.add(session)
                return session
        session.close()
        raise SandboxUnavailable("the local launcher is closed")

    def close(self) -> None:
        """End every session and leave nothing behind."""
        with self._guard:
            self._closed = True
            sessions = list(self._sessions)
        for session in sessions:
            session.close()
        self._spawner.shutdown()

    def _forget(self, session: PipedSession) -> None:
        with self._guard:
            self._sessions.discard(session)

    def _probe(self) -> Hello:
        """Start a runner without a module and see which walls it puts up. Raises: SandboxUnavailable."""
        limits, conditions = DEFAULT_LIMITS, DEFAULT_CONDITIONS
        session = PipedSession(self._spawn(limits, conditions), limits, self._forget)
        try:
            hello = session.start(bundle.frame(limits, conditions, die_with_parent=os.getpid()))
        finally:
            session.close()
        self._accept(hello)
        return hello

    def _accept(self, hello: Hello) -> None:
        if not self._unsafe and not (hello.landlock and hello.seccomp):
            raise SandboxUnavailable(
                f"the local sandbox cannot lock itself here ({'; '.join(hello.faults)}). Use a Docker engine, "
                "or accept with the unsafe option that generated code can then harm this machine."
            )

    def _spawn(self, limits: Limits, conditions: Conditions) -> PipeChannel:
        """Start an interpreter, always from the one thread that lives as long as the launcher.

        The runner asks the kernel to kill it when its parent ends; the kernel takes the thread for the parent.
        """
        command = [sys.executable, *bundle.PYTHON_FLAGS, "-c", bundle.boot_text()]

        def start() -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=bundle.environment(conditions),
                cwd="/",
            )

        try:
            return PipeChannel(self._spawner.submit(start).result(), limits.cpu_seconds)
        except OSError as error:
            raise SandboxUnavailable(f"cannot start {sys.executable!r}: {error.strerror}") from None
        except RuntimeError:
            raise SandboxUnavailable("the local launcher is closed") from None


class PipeChannel:
    """The stdin and stdout of a subprocess."""

    def __init__(self, process: subprocess.Popen[bytes], cpu_seconds: int) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._process = process
        self._cpu_seconds = cpu_seconds
        self._source, self._target = process.stdout.fileno(), process.stdin.fileno()
        os.set_blocking(self._target, False)
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(self._source, select.POLLIN)
        self._writable.register(self._target, select.POLLOUT)
        self._ended = False

    def send(self, data: bytes, deadline: float) -> None:
        """Send all of it. Raises: TimeoutError, ChannelClosed."""
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self._target, view) :]
            except BlockingIOError:
                _wait(self._writable, deadline)
            except BrokenPipeError:
                self._gone(deadline)

    def receive(self, deadline: float) -> bytes:
        """Return some bytes, at least one. Raises: TimeoutError, ChannelClosed."""
        _wait(self._readable, deadline)
        data = os.read(self._source, READ_BYTES)
        if not data:
            self._gone(deadline)
        return data

    def _gone(self, deadline: float) -> NoReturn:
        """Wait for the process to end. One that only closed its channel is left to its deadline, as in a container."""
        try:
            self._process.wait(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise TimeoutError from None
        raise ChannelClosed

    def pending(self) -> bool:
        """Is there anything to receive (or an end to notice) right now?"""
        return bool(self._readable.poll(0))

    def cause_of_death(self) -> Death:
        """Say why the other side is gone, after ChannelClosed."""
        return death_by_exit(self._process.wait(), self._cpu_seconds)

    def end(self) -> None:
        """Kill the process (it cannot have children) and close the pipes. Safe to call twice."""
        if self._ended:
            return
        self._ended = True
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._process.wait()


def _wait(poll: select.poll, deadline: float) -> None:
    left = max(0.0, deadline - time.monotonic())
    if not poll.poll(left * 1000):
        raise TimeoutError


def level_of(hello: Hello) -> str:
    """Name the walls that stand, e.g. `local+landlock7+seccomp`."""
    walls = [f"landlock{hello.landlock}"] * bool(hello.landlock) + ["seccomp"] * hello.seccomp
    if not (hello.landlock and hello.seccomp):
        walls.insert(0, "unsafe")
    return "+".join(["local", *walls])


def forbid_inspection() -> None:
    """Make this process undumpable: no process of the same user may read its memory or trace it, nor does it dump core.

    A consequence for whoever debugs: without root, gdb, strace and py-spy cannot attach to it any more.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
