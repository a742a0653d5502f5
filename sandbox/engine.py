"""The Docker engine: finding it, translating its failures, and knowing which containers are whose."""

from __future__ import annotations

import hashlib
import os
import socket
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boxwright.sandbox.api import SandboxUnavailable

if TYPE_CHECKING:
    from docker import DockerClient

DEFAULT_HOST = "unix:///var/run/docker.sock"
ANSWER_SECONDS = 30
"""How long the engine may take for one request before we say that it does not answer."""

RUN_LABEL, SCOPE_LABEL, OWNER_LABEL = "boxwright.run", "boxwright.scope", "boxwright.owner"
RUN_ID = uuid.uuid4().hex[:12]


def host() -> str:
    """Return the engine's address: DOCKER_HOST, else the usual socket. The CLI's contexts are not looked at."""
    return os.environ.get("DOCKER_HOST") or DEFAULT_HOST


def connect() -> DockerClient:
    """Return a client whose engine answers. Raises: SandboxUnavailable."""
    import docker
    from docker.utils import kwargs_from_env

    with failures(f"answer at {host()} (start one, or set DOCKER_HOST)"):
        try:
            _knock(host())
        except PermissionError:
            raise SandboxUnavailable(
                f"you may not use the Docker engine at {host()}: join its group, or take another sandbox"
            ) from None
        settings: dict[str, Any] = {**kwargs_from_env(), "base_url": host()}
        client = docker.DockerClient(timeout=ANSWER_SECONDS, version="auto", **settings)
        try:
            client.ping()
        except BaseException:
            client.close()
            raise
    return client


def _knock(address: str) -> None:
    """Try the socket before the SDK does, which does not close it when nobody is there. Raises: OSError."""
    if address.startswith("unix://"):
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(ANSWER_SECONDS)
            door.connect(address.removeprefix("unix://"))


@contextmanager
def failures(what: str) -> Iterator[None]:
    """Turn whatever goes wrong between us and the engine into SandboxUnavailable: 'the engine did not `what`: why'."""
    from docker.errors import DockerException
    from requests.exceptions import RequestException

    try:
        yield
    except (DockerException, RequestException, OSError, ValueError) as error:  # ValueError: an address that is none
        reason = str(getattr(error, "explanation", None) or error).strip().splitlines()
        raise SandboxUnavailable(f"the Docker engine did not {what}: {reason[0] if reason else 'no reason'}") from error


def labels() -> dict[str, str]:
    """Return what a container of ours carries, so that a later run can tell whether its owner still lives."""
    return {RUN_LABEL: RUN_ID, SCOPE_LABEL: _scope(), OWNER_LABEL: f"{os.getpid()}:{birth(os.getpid())}"}


def remove(client: DockerClient, name: str) -> None:
    """Remove a container, whatever it does; one that is gone, or that someone else removes, is fine.

    Raises: SandboxUnavailable.
    """
    from docker.errors import APIError, NotFound

    with failures("remove a container"):
        try:
            client.api.remove_container(name, force=True, v=True)
        except NotFound:
            return
        except APIError as error:
            if "already in progress" not in str(error.explanation):
                raise


def sweep(client: DockerClient) -> int:
    """Remove the containers that dead processes of this machine left. Returns how many. Raises: SandboxUnavailable."""
    with failures("list containers"):
        found = client.containers.list(all=True, filters={"label": OWNER_LABEL}, ignore_removed=True)
    orphans = [str(container.id) for container in found if _is_orphan(container.labels)]
    for name in orphans:
        remove(client, name)
    return len(orphans)


def _is_orphan(found: dict[str, str]) -> bool:
    machine, _, boot = _scope().partition("/")
    their_machine, _, their_boot = found.get(SCOPE_LABEL, "").partition("/")
    if their_machine != machine:
        return False  # of another machine that uses this engine, or of another container's process numbers
    if their_boot != boot:
        return True
    pid, _, born = found.get(OWNER_LABEL, "").partition(":")
    return not pid.isdigit() or birth(int(pid)) != born


def _scope() -> str:
    """Name the machine with its process numbers, and its boot: within one scope a pid means one process."""
    seed = _text("/etc/machine-id") or socket.gethostname()
    try:
        numbers = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        numbers = ""
    machine = hashlib.sha256(f"{seed} {numbers}".encode()).hexdigest()[:16]
    return f"{machine}/{_text('/proc/sys/kernel/random/boot_id')}"


def birth(pid: int) -> str:
    """Return when a process started (in the kernel's ticks), or '' if it is not there."""
    stat = _text(f"/proc/{pid}/stat")
    if stat:
        return stat.rpartition(")")[2].split()[19]
    if Path("/proc/self/stat").exists():
        return ""
    try:
        os.kill(pid, 0)
    except OSError:
        return ""
    return "alive"


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
