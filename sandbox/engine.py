"""The Docker engine: finding it, translating its failures, and telling whose containers are whose."""

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
"""How long the engine may take over one request before it counts as not answering."""

RUN_LABEL, SCOPE_LABEL, OWNER_LABEL = "boxwright.run", "boxwright.scope", "boxwright.owner"
RUN_ID = uuid.uuid4().hex[:12]


def host() -> str:
    """Return the engine's address: DOCKER_HOST, or else the usual socket. The CLI's contexts are ignored."""
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
                f"you may not use the Docker engine at {host()}: join its group, or choose another sandbox"
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
    """Try the socket before the SDK does, which leaks it when nothing is listening. Raises: OSError."""
    if address.startswith("unix://"):
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(ANSWER_SECONDS)
            probe.connect(address.removeprefix("unix://"))


@contextmanager
def failures(what: str) -> Iterator[None]:
    """Turn whatever goes wrong with the engine into SandboxUnavailable: 'the Docker engine did not `what`: why'."""
    from docker.errors import DockerException
    from requests.exceptions import RequestException

    try:
        yield
    except (DockerException, RequestException, OSError, ValueError) as error:  # ValueError: not a valid address
        reason = str(getattr(error, "explanation", None) or error).strip().splitlines()
        raise SandboxUnavailable(f"the Docker engine did not {what}: {reason[0] if reason else 'no reason'}") from error


def labels() -> dict[str, str]:
    """Return the labels of a container of ours, by which a later run can tell whether its owner is still alive."""
    return {RUN_LABEL: RUN_ID, SCOPE_LABEL: _scope(), OWNER_LABEL: f"{os.getpid()}:{birth(os.getpid())}"}


def remove(client: DockerClient, name: str) -> None:
    """Remove a container, whatever it is doing; one that is gone, or being removed by someone else, is fine.

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
    """Remove containers left by dead processes of this machine; return how many. Raises: SandboxUnavailable."""
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
        return False  # from another machine that uses this engine, or from another pid namespace
    if their_boot != boot:
        return True
    pid, _, born = found.get(OWNER_LABEL, "").partition(":")
    return not pid.isdigit() or birth(int(pid)) != born


def _scope() -> str:
    """Name the machine, its pid namespace and its boot: within one scope a pid means one process."""
    seed = _text("/etc/machine-id") or socket.gethostname()
    try:
        numbers = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        numbers = ""
    machine = hashlib.sha256(f"{seed} {numbers}".encode()).hexdigest()[:16]
    return f"{machine}/{_text('/proc/sys/kernel/random/boot_id')}"


def birth(pid: int) -> str:
    """Return when a process started (in kernel ticks), or '' if it does not exist."""
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
