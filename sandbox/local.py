"""The embedded launcher: a fork server as a subprocess of this Python, whose sessions lock themselves."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from boxwright.sandbox import runner_payload
from boxwright.sandbox.api import Conditions, SandboxUnavailable
from boxwright.sandbox.pool import PooledLauncher
from boxwright.sandbox.wire import Hello
from boxwright.sandbox.worker import Worker

PR_SET_DUMPABLE = 4


class LocalLauncher(PooledLauncher):
    """Opens sessions as locked subprocesses. Needs Linux with Landlock and seccomp, but neither Docker nor root."""

    name = "local"

    def __init__(self, *, unsafe: bool = False) -> None:
        """Open a trial session. Raises: SandboxUnavailable, if it cannot lock itself and `unsafe` was not given."""
        self._unsafe = unsafe
        self._spawner = Spawner()
        forbid_inspection()
        super().__init__()

    def spawn(self, hash_seed: int) -> Worker:
        """Start a fork server. Raises: SandboxUnavailable."""
        command = [sys.executable, *runner_payload.PYTHON_FLAGS, "-c", runner_payload.boot_text()]
        environment = runner_payload.environment(Conditions(hash_seed=hash_seed))
        return self._spawner.start(command, environment, parent=os.getpid())

    def accept(self, hello: Hello) -> None:
        """Insist on Landlock and seccomp, unless the user waived them. Raises: SandboxUnavailable."""
        if not self._unsafe and not (hello.landlock and hello.seccomp):
            raise SandboxUnavailable(
                f"the {self.name} sandbox cannot lock itself here ({'; '.join(hello.faults)}). Use a Docker engine, "
                "or accept, with --unsafe, that generated code may harm this machine."
            )

    def level_of(self, hello: Hello) -> str:
        """Name the isolation in force, e.g. `local+landlock7+seccomp`."""
        return level_of(self.name, hello)

    def close(self) -> None:
        """End every session and clean up."""
        super().close()
        self._spawner.close()


class Spawner:
    """Starts subprocesses from one thread that lives as long as the launcher.

    The fork server asks the kernel to kill it when its parent ends, and to the kernel the parent is a thread.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-spawn")

    def start(self, command: list[str], environment: dict[str, str], *, parent: int | None) -> Worker:
        """Start a fork server with a socket as its stdin, and wait for it. Raises: SandboxUnavailable."""
        ours, theirs = socket.socketpair()

        def spawn() -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd="/",
            )

        try:
            process = self._thread.submit(spawn).result()
        except OSError as error:
            ours.close()
            raise SandboxUnavailable(f"cannot start {command[0]!r}: {error.strerror}") from None
        finally:
            theirs.close()

        def stop() -> None:
            process.kill()
            process.wait()

        worker = Worker(ours, stop)
        worker.start(parent)
        return worker

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()


def level_of(name: str, hello: Hello) -> str:
    """Name the isolation in force, e.g. `local+landlock7+seccomp`."""
    unsafe = ["unsafe"] * (not (hello.landlock and hello.seccomp))
    return "+".join([name, *unsafe, *hello.walls()])


def forbid_inspection() -> None:
    """Make this process undumpable: no process of the same user can read its memory or trace it, and it dumps no core.

    For debugging this means that gdb, strace and py-spy can only attach to it as root.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
