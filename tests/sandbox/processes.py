"""The processes and containers of this test process's launchers, to find whatever an attack leaves behind."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from docker.errors import NotFound

from boxwright.sandbox import Launcher, engine
from boxwright.sandbox.docker import DockerLauncher
from boxwright.sandbox.docker_per_session import DockerPerSessionLauncher


def containers_of_this_process(launcher: Launcher) -> set[str]:
    """Return the names of the containers that this process made, running or not."""
    if not isinstance(launcher, DockerLauncher | DockerPerSessionLauncher):
        return set()
    label = f"{engine.RUN_LABEL}={engine.RUN_ID}"
    return {str(found["Id"]) for found in launcher._client.api.containers(all=True, filters={"label": label})}


def processes_of(launcher: Launcher) -> set[int]:
    """Return the processes below this one, or in its containers. What is just ending is given a moment."""
    found = _processes(launcher)
    for _ in range(20):
        time.sleep(0.01)
        if (again := _processes(launcher)) == found:
            break
        found = again
    return found


def processes_below(pid: int) -> set[int]:
    """Return the children of a process, their children, and so on."""
    return _with_descendants({pid}) - {pid}


def in_containers_of(pid: int) -> set[int]:
    """Return the processes in containers that the process with this number made; -1 stands for one that has ended."""
    client = engine.connect()
    try:
        found = client.api.containers(all=True, filters={"label": engine.OWNER_LABEL})
        roots = set()
        for each in found:
            if each["Labels"][engine.OWNER_LABEL].startswith(f"{pid}:"):
                with contextlib.suppress(NotFound):  # swept meanwhile, by another test
                    roots.add(int(client.api.inspect_container(each["Id"])["State"]["Pid"]))
    finally:
        client.close()
    return {pid or -1 for pid in _with_descendants(roots)} if roots else set()


def wait_until_swept(pid: int) -> None:
    """Wait until no container of that process is left. Another test may be in the middle of removing one."""
    deadline = time.monotonic() + 10
    while in_containers_of(pid):
        assert time.monotonic() < deadline, "a container of a killed caller is still there"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Is there a process with this number that has not ended?"""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def _processes(launcher: Launcher) -> set[int]:
    if not isinstance(launcher, DockerLauncher | DockerPerSessionLauncher):
        return processes_below(os.getpid())
    client = launcher._client.api
    names = containers_of_this_process(launcher)
    return _with_descendants({int(client.inspect_container(name)["State"]["Pid"]) for name in names} - {0})


def _with_descendants(roots: set[int]) -> set[int]:
    parents = _parents()
    found = set(roots)
    while more := {pid for pid, parent in parents.items() if parent in found - {0}} - found:
        found |= more
    return found


def _parents() -> dict[int, int]:
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                found[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it ended meanwhile
    return found
