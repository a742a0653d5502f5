"""The Docker launcher: not here yet."""

from __future__ import annotations

from sandbox.api import Conditions, Limits, Module, SandboxUnavailable
from sandbox.session import DEFAULT_CONDITIONS, DEFAULT_LIMITS, PipedSession


class DockerLauncher:
    """Refuses, until it is written."""

    name = "docker"
    level = "none"

    def __init__(self) -> None:
        raise SandboxUnavailable("the docker launcher is not written yet")

    def open(
        self, module: Module, limits: Limits = DEFAULT_LIMITS, conditions: Conditions = DEFAULT_CONDITIONS
    ) -> PipedSession:
        """Never reached. Raises: SandboxUnavailable."""
        raise SandboxUnavailable("the docker launcher is not written yet")

    def close(self) -> None:
        """Do nothing."""
