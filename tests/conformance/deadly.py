"""A box whose code dies: a launcher whose sessions end at one input, and keep a secret that no player may read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from boxwright.sandbox import Conditions, Launcher, Limits, Module, Reply, SandboxError, Session

POISON = "deadly"
"""The input at which it dies."""
SECRET = "secret-in-the-message"


class _Dying:
    """A session that ends at that input."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def call(self, function: str, *args: Any) -> Any:
        if POISON in args:
            self._session.close()
            raise SandboxError("crashed", SECRET)
        return self._session.call(function, *args)

    def call_many(self, function: str, rows: Sequence[Sequence[Any]], **options: Any) -> Iterator[Reply]:
        for row in rows:
            if POISON in row:
                self._session.close()
                yield Reply(error=SandboxError("crashed", SECRET))
                return
            yield from self._session.call_many(function, [row], **options)


class DeadlyLauncher:
    """Opens such sessions by another launcher."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self.name, self.level = launcher.name, launcher.level

    def open(self, module: Module, limits: Limits = Limits(), conditions: Conditions = Conditions()) -> Any:  # noqa: B008
        return _Dying(self._launcher.open(module, limits, conditions))

    def close(self) -> None:
        """Its owner closes it."""
