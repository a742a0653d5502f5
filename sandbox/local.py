"""The embedded launcher: a fork server as a subprocess of this Python, and sessions that lock themselves."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from boxwright.sandbox import runner_payload as bundle
from boxwright.sandbox.api import Conditions, SandboxUnavailable
from boxwright.sandbox.pool import PooledLauncher
from boxwright.sandbox.wire import Hello
from boxwright.sandbox.worker import Worker

PR_SET_DUMPABLE = 4


class LocalLauncher(PooledLauncher):
    """Opens sessions as locked subprocesses. Needs Linux with Landlock and seccomp, neither an engine nor root."""

    name = "local"

    def __init__(self, *, unsafe: bool = False) -> None:
        """Try the lock once. Raises: SandboxUnavailable, if a wall is missing and `unsafe` does not accept that."""
        self._unsafe = unsafe
        self._spawner = Spawner()
        forbid_inspection()
        super().__init__()

    def spawn(self, hash_seed: int) -> Worker:
        """Start a fork server. Raises: SandboxUnavailable."""
        command = [sys.executable, *bundle.PYTHON_FLAGS, "-c", bundle.boot_text()]
        return self._spawner.start(command, bundle.environment(Conditions(hash_seed=hash_seed)), parent=os.getpid())

    def accept(self, hello: Hello) -> None:
        """Insist on both walls, unless the user does not. Raises: SandboxUnavailable."""
        if not self._unsafe and not (hello.landlock and hello.seccomp):
            raise SandboxUnavailable(
                f"the {self.name} sandbox cannot lock itself here ({'; '.join(hello.faults)}). Use a Docker engine, "
                "or accept with the unsafe option that generated code can then harm this machine."
            )

    def level_of(self, hello: Hello) -> str:
        """Name the walls that stand, e.g. `local+landlock7+seccomp`."""
        return level_of(self.name, hello)

    def close(self) -> None:
        """End every session and leave nothing behind."""
        super().close()
        self._spawner.close()


class Spawner:
    """Starts subprocesses from one thread that lives as long as the launcher.

    The fork server asks the kernel to kill it when its parent ends; the kernel takes the thread for the parent.
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
    """Name the walls that stand, e.g. `local+landlock7+seccomp`."""
    walls = [f"landlock{hello.landlock}"] * bool(hello.landlock) + ["seccomp"] * hello.seccomp
    if not (hello.landlock and hello.seccomp):
        walls.insert(0, "unsafe")
    return "+".join([name, *walls])


def forbid_inspection() -> None:
    """Make this process undumpable: no process of the same user may read its memory or trace it, nor does it dump core.

    A consequence for whoever debugs: without root, gdb, strace and py-spy cannot attach to it any more.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
