"""The sandbox: the only place where code that nobody reviewed is ever executed."""

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
"""`auto`, then all launchers, the strongest first (but for `docker-strict`, which is dear and has to be asked for)."""


def open_launcher(name: str = "auto", *, unsafe: bool = False) -> Launcher:
    """Open a launcher by name; `auto` takes the strongest of docker, bubblewrap and local that this machine has.

    `unsafe` accepts, for `local` only, that a wall is missing; the level then says which. Raises: SandboxUnavailable
    (also for a name that does not exist), with what is missing and what to do.
    """
    if name not in LAUNCHERS:
        raise SandboxUnavailable(f"no sandbox is called {name!r}: choose one of {', '.join(LAUNCHERS)}")
    if name == "auto":
        for stronger in (_docker, _bubblewrap):
            try:
                return stronger()
            except SandboxUnavailable:
                continue
        return _local(unsafe)
    if name == "docker-strict":
        return _strict()
    if name == "local":
        return _local(unsafe)
    return _docker() if name == "docker" else _bubblewrap()


def _docker() -> Launcher:
    from boxwright.sandbox.docker import DockerLauncher, NoWayOut

    try:
        return DockerLauncher()
    except NoWayOut:
        return _strict()


def _strict() -> Launcher:
    from boxwright.sandbox.docker_per_session import StrictLauncher

    return StrictLauncher()


def _bubblewrap() -> Launcher:
    from boxwright.sandbox.bubblewrap import BubblewrapLauncher

    return BubblewrapLauncher()


def _local(unsafe: bool) -> Launcher:
    from boxwright.sandbox.local import LocalLauncher

    return LocalLauncher(unsafe=unsafe)


if __name__ != "boxwright.sandbox":
    raise ImportError("import boxwright.sandbox, not sandbox: what installs is one name, boxwright")
