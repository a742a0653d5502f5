"""No sandbox: for what executes nothing, on a machine that has none."""

from __future__ import annotations

from boxwright.sandbox import Conditions, Launcher, Limits, Module, SandboxUnavailable, Session, open_launcher


def open_or_absent(name: str = "auto", *, unsafe: bool = False, needed: bool = True) -> Launcher:
    """Open a launcher; where nothing is executed and none works, return one that opens nothing.

    Raises: SandboxUnavailable, if it is needed.
    """
    try:
        return open_launcher(name, unsafe=unsafe)
    except SandboxUnavailable as error:
        if needed:
            raise
        return AbsentLauncher(str(error))


class AbsentLauncher:
    """A launcher that opens nothing, and says why."""

    name = "none"
    level = "no sandbox: nothing is executed"

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def open(self, module: Module, limits: Limits | None = None, conditions: Conditions | None = None) -> Session:
        """Refuse. Raises: SandboxUnavailable."""
        raise SandboxUnavailable(self._reason)

    def close(self) -> None:
        """Nothing is left behind."""
