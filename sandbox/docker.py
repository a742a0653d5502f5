"""The Docker launcher: one hardened container per worker, and in it one forked, locked child per session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boxwright.sandbox import container, container_socket, engine
from boxwright.sandbox.api import Conditions, SandboxUnavailable
from boxwright.sandbox.local import forbid_inspection
from boxwright.sandbox.pool import SESSIONS_PER_WORKER, PooledLauncher
from boxwright.sandbox.wire import Hello
from boxwright.sandbox.worker import START_SECONDS, Worker

CPU_SHARE = 0.9
"""Share of the engine's processors; the rest is left for whoever has to end a runaway session."""
MEMORY_SHARE = 0.5
"""Share of the engine's memory for all sessions of one worker together; each also has a limit of its own."""


class HostUnreachable(SandboxUnavailable):
    """Containers start but cannot connect to this process, as with a remote engine. Use `docker-strict` there."""


class DockerLauncher(PooledLauncher):
    """Opens sessions in shared containers. Needs a running engine on this machine, and the image."""

    name = "docker"

    def __init__(self) -> None:
        """Connect, clean up after dead runs, and open a trial session. Raises: SandboxUnavailable, HostUnreachable."""
        if container.runtime():
            raise HostUnreachable(f"the runtime {container.runtime()!r} only works with one container per session")
        self._client = container.connect()
        try:
            container_socket.sweep()
            with engine.failures("describe itself"):
                self._info: dict[str, Any] = self._client.info()
            forbid_inspection()
            super().__init__()
        except BaseException:
            self._client.close()
            raise

    def spawn(self, hash_seed: int) -> Worker:
        """Start a container that runs a fork server. Raises: SandboxUnavailable."""
        with container_socket.ContainerSocket() as listener, engine.failures("start a container"):
            made = self._client.containers.create(**self._settings(hash_seed, listener.folder))
            name = str(made.id)
            try:
                made.start()
                control = listener.wait(lambda: self._runs(name), int(START_SECONDS / container_socket.SLICE_SECONDS))
            except BaseException:
                container.remove(self._client, name)
                raise
        if control is None:
            container.remove(self._client, name)
            raise HostUnreachable("the container cannot reach this process (is the engine on another machine?)")
        worker = Worker(control, lambda: container.remove(self._client, name))
        worker.start(None)
        return worker

    def accept(self, hello: Hello) -> None:
        """Check that a session is locked well enough. Raises: SandboxUnavailable."""
        accept(hello)

    def level_of(self, hello: Hello) -> str:
        """Name the isolation in force, e.g. `docker+landlock7+seccomp`, and the limits this engine cannot enforce."""
        return level_of(self.name, hello, self._info)

    def close(self) -> None:
        """End every session and every container."""
        super().close()
        self._client.close()

    def _runs(self, name: str) -> bool:
        with engine.failures("say whether a container runs"):
            return bool(self._client.api.inspect_container(name)["State"]["Running"])

    def _settings(self, hash_seed: int, folder: Path) -> dict[str, Any]:
        from docker.types import Mount

        walls = container.settings(
            Conditions(hash_seed=hash_seed),
            arguments=(f"{container_socket.INSIDE}/{container_socket.NAME}",),
            memory_mb=int(self._info["MemTotal"] * MEMORY_SHARE) >> 20,
            processes=SESSIONS_PER_WORKER,
            cpus=self._info["NCPU"] * CPU_SHARE,
        )
        mount = Mount(target=container_socket.INSIDE, source=str(folder), type="bind", read_only=True)
        return {**walls, "mounts": [mount]}


def accept(hello: Hello) -> None:
    """Insist on seccomp; Landlock may be missing in a container, which has its own file system."""
    if not hello.seccomp:
        raise SandboxUnavailable(f"the sandbox cannot lock itself in a container: {'; '.join(hello.faults)}")


def level_of(name: str, hello: Hello, info: dict[str, Any]) -> str:
    """Name the isolation in force, and the limits that the engine cannot enforce."""
    return "+".join([name, *hello.walls(), *container.lost_limits(info)])
