"""The Docker launcher: a hardened container per worker, and in it one forked and locked child per session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boxwright.sandbox import container, engine
from boxwright.sandbox import container_socket as door
from boxwright.sandbox.api import Conditions, SandboxUnavailable
from boxwright.sandbox.local import forbid_inspection
from boxwright.sandbox.pool import SESSIONS_PER_WORKER, PooledLauncher
from boxwright.sandbox.wire import Hello
from boxwright.sandbox.worker import START_SECONDS, Worker

CPU_SHARE = 0.9
"""Of the engine's processors, so that floods of work inside leave something for those who must end them."""
MEMORY_SHARE = 0.5
"""Of the engine's memory, for all sessions of one worker together; each has its own limit beside."""


class NoWayOut(SandboxUnavailable):
    """Containers start, but cannot reach this process: the engine is on another machine. `docker-strict` works."""


class DockerLauncher(PooledLauncher):
    """Opens sessions in containers. Needs an engine on this machine that answers, and the image."""

    name = "docker"

    def __init__(self) -> None:
        """Connect, sweep what dead runs left, and try the walls once. Raises: SandboxUnavailable, NoWayOut."""
        if container.runtime():
            raise NoWayOut(f"the runtime {container.runtime()!r} is only used with a container per session")
        self._client = container.connect()
        try:
            door.sweep()
            with engine.failures("describe itself"):
                self._info: dict[str, Any] = self._client.info()
            forbid_inspection()
            super().__init__()
        except BaseException:
            self._client.close()
            raise

    def spawn(self, hash_seed: int) -> Worker:
        """Start a container with a fork server in it. Raises: SandboxUnavailable."""
        with door.Door() as entrance, engine.failures("start a container"):
            made = self._client.containers.create(**self._settings(hash_seed, entrance.folder))
            name = str(made.id)
            try:
                made.start()
                control = entrance.wait(lambda: self._runs(name), int(START_SECONDS / door.SLICE_SECONDS))
            except BaseException:
                container.remove(self._client, name)
                raise
        if control is None:
            container.remove(self._client, name)
            raise NoWayOut("the container cannot reach this process (is the engine on another machine?)")
        worker = Worker(control, lambda: container.remove(self._client, name))
        worker.start(None)
        return worker

    def accept(self, hello: Hello) -> None:
        """Judge a session's walls. Raises: SandboxUnavailable."""
        accept(hello)

    def level_of(self, hello: Hello) -> str:
        """Name the walls, e.g. `docker+landlock7+seccomp`, and the limits that this engine cannot hold."""
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
            arguments=(f"{door.INSIDE}/{door.NAME}",),
            memory_mb=int(self._info["MemTotal"] * MEMORY_SHARE) >> 20,
            processes=SESSIONS_PER_WORKER,
            cpus=self._info["NCPU"] * CPU_SHARE,
        )
        return {**walls, "mounts": [Mount(target=door.INSIDE, source=str(folder), type="bind", read_only=True)]}


def accept(hello: Hello) -> None:
    """Landlock may be missing in a container, which has a file system of its own; the call filter may not."""
    if not hello.seccomp:
        raise SandboxUnavailable(f"the sandbox cannot lock itself in a container: {'; '.join(hello.faults)}")


def level_of(name: str, hello: Hello, info: dict[str, Any]) -> str:
    """Name the walls that stand, and the limits that the engine cannot hold."""
    walls = [f"landlock{hello.landlock}"] * bool(hello.landlock) + ["seccomp"] * hello.seccomp
    return "+".join([name, *walls, *container.lost_limits(info)])
