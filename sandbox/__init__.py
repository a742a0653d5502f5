"""The sandbox: the only place where unreviewed code is ever executed."""

from __future__ import annotations

from boxwright.sandbox.api import (
    Conditions,
    Kind,
    Launcher,
    Limits,
    Module,
    ModuleRaised,
    Phase,
    Reply,
    SandboxError,
    SandboxUnavailable,
    Session,
)

__all__ = [
    "Conditions",
    "Kind",
    "Launcher",
    "Limits",
    "Module",
    "ModuleRaised",
    "Phase",
    "Reply",
    "SandboxError",
    "SandboxUnavailable",
    "Session",
    "open_launcher",
]

LAUNCHERS = ("auto", "docker", "docker-strict", "bubblewrap", "local")
"""Strongest first, after `auto`, which never picks `docker-strict`: that one is slow; request it explicitly."""


def open_launcher(name: str = "auto", *, unsafe: bool = False) -> Launcher:
    """Open a launcher by name; `auto` picks the strongest of docker, bubblewrap and local that works on this machine.

    `unsafe` lets `local`, and only `local`, run without Landlock or seccomp; the level then says so. Raises:
    SandboxUnavailable (also for an unknown name), with what is missing and what to do.
    """
    if name not in LAUNCHERS:
        raise SandboxUnavailable(f"unknown sandbox {name!r}: choose one of {', '.join(LAUNCHERS)}")
    if name == "auto":
        for stronger in (_docker, _bubblewrap):
            try:
                return stronger()
            except SandboxUnavailable:
                continue
        return _local(unsafe)
    if name == "docker-strict":
        return _docker_per_session()
    if name == "local":
        return _local(unsafe)
    return _docker() if name == "docker" else _bubblewrap()


def _docker() -> Launcher:
    from boxwright.sandbox.docker import DockerLauncher, HostUnreachable

    try:
        return DockerLauncher()
    except HostUnreachable:
        return _docker_per_session()


def _docker_per_session() -> Launcher:
    from boxwright.sandbox.docker_per_session import DockerPerSessionLauncher

    return DockerPerSessionLauncher()


def _bubblewrap() -> Launcher:
    from boxwright.sandbox.bubblewrap import BubblewrapLauncher

    return BubblewrapLauncher()


def _local(unsafe: bool) -> Launcher:
    from boxwright.sandbox.local import LocalLauncher

    return LocalLauncher(unsafe=unsafe)


if __name__ != "boxwright.sandbox":
    raise ImportError("import boxwright.sandbox, not sandbox: what installs is one name, boxwright")
