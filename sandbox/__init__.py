"""The sandbox: the only place where code that nobody reviewed is ever executed."""

from __future__ import annotations

from sandbox.api import (
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

LAUNCHERS = ("auto", "docker", "local")


def open_launcher(name: str = "auto", *, unsafe: bool = False) -> Launcher:
    """Open a launcher by name; `auto` is docker where an engine answers and has the image, else local.

    `unsafe` accepts, for `local` only, that a wall is missing; the level then says which. Raises: SandboxUnavailable
    (also for a name that does not exist), with what is missing and what to do.
    """
    if name not in LAUNCHERS:
        raise SandboxUnavailable(f"no sandbox is called {name!r}: choose one of {', '.join(LAUNCHERS)}")
    if name != "local":
        from sandbox.docker import DockerLauncher

        try:
            return DockerLauncher()
        except SandboxUnavailable:
            if name == "docker":
                raise
    from sandbox.local import LocalLauncher

    return LocalLauncher(unsafe=unsafe)
