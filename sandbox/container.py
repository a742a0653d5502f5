"""The container settings that both Docker launchers share: how a container is isolated and bounded."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any

from boxwright.sandbox import engine, image, runner_payload
from boxwright.sandbox.api import Conditions, SandboxUnavailable

if TYPE_CHECKING:
    from docker import DockerClient

RUNTIME_VARIABLE = "BOXWRIGHT_DOCKER_RUNTIME"
"""Names an OCI runtime that the engine knows, e.g. `runsc` (gVisor)."""
INTERPRETER_MB = 96
"""On top of a session's own limit, so that the module gets a MemoryError before the kernel ends the container."""
RUNTIME_PROCESSES = 32
"""The runtime needs a few threads to start a container; a session can create neither processes nor threads."""
OPEN_FILES = 4096


def connect() -> DockerClient:
    """Return a client whose engine answers and has the image, after removing what dead runs left behind.

    Raises: SandboxUnavailable.
    """
    client = engine.connect()
    try:
        if not image.is_present(client):
            raise SandboxUnavailable("the sandbox's image is missing: build it with `boxwright sandbox build`")
        engine.sweep(client)
    except BaseException:
        client.close()
        raise
    return client


def settings(
    conditions: Conditions, *, arguments: tuple[str, ...] = (), memory_mb: int, processes: int, cpus: float
) -> dict[str, Any]:
    """Return the settings: no network, no privileges, nothing writable, bounded memory, processes and CPU."""
    from docker.types import Ulimit

    found: dict[str, Any] = {
        "image": image.tag(),
        "command": [*runner_payload.PYTHON_FLAGS, "-c", runner_payload.boot_text(), *arguments],
        "environment": runner_payload.environment(conditions),
        "labels": engine.labels(),
        "tty": False,
        "user": image.USER,
        "hostname": "sandbox",
        "network_mode": "none",
        "read_only": True,
        "ipc_mode": "none",
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "mem_limit": f"{memory_mb}m",
        "memswap_limit": f"{memory_mb}m",
        "pids_limit": processes + RUNTIME_PROCESSES,
        "nano_cpus": int(cpus * 1_000_000_000),
        "ulimits": [Ulimit(name="nofile", soft=OPEN_FILES, hard=OPEN_FILES), Ulimit(name="core", soft=0, hard=0)],
        "log_config": {"type": "none"},  # any other driver would let a flood of output fill the host's disk
    }
    if runtime():
        found["runtime"] = runtime()
    return found


def runtime() -> str:
    """Return the OCI runtime that the user configured, or '' for the engine's default."""
    return os.environ.get(RUNTIME_VARIABLE, "")


def lost_limits(info: dict[str, Any]) -> list[str]:
    """Name the limits that this engine reports it cannot enforce, e.g. `no-memory-limit`."""
    limits = {"MemoryLimit": "memory", "PidsLimit": "pids", "CpuCfsQuota": "cpu"}
    return [f"no-{word}-limit" for key, word in limits.items() if info.get(key) is False]


def remove(client: DockerClient, name: str) -> None:
    """Remove a container. If a failing engine cannot remove it now, a later run will."""
    with contextlib.suppress(SandboxUnavailable):
        engine.remove(client, name)
