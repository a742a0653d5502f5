"""The sandbox's interface: the types that launchers, sessions and callers share.

A launcher opens sessions; a session holds one untrusted module and answers calls.
What a reply holds is only the module's claim; time, limits and counts are measured by the host.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

Kind = Literal["timeout", "memory", "crashed", "refused", "protocol", "raised"]
Phase = Literal["load", "call"]


@dataclass(frozen=True)
class Module:
    """Untrusted source, and a trusted shim that runs before it in the same namespace."""

    source: str
    shim: str = ""


@dataclass(frozen=True)
class Limits:
    """What one session may use: seconds on the host's clock, and bytes unless the name says otherwise."""

    load_seconds: float = 5.0
    call_seconds: float = 2.0
    queue_seconds: float = 20.0
    """What a load or call may take beyond that while its process is ready to run and waits for a processor."""
    cpu_seconds: int = 300
    memory_mb: int = 512
    request_bytes: int = 65_536
    reply_bytes: int = 262_144
    reply_values: int = 32_768
    """How many numbers, texts, lists ... one reply may hold: in memory each takes many times its text."""
    host_mb: int = 1024
    """What all replies of the session together may take of the caller's memory (replies below 1 KB do not count)."""


@dataclass(frozen=True)
class Conditions:
    """What a module's replies must not depend on: the determinism gate varies all three between two sessions."""

    hash_seed: int = 0
    random_seed: int = 0
    clock: float = 946_684_800.0
    """Seconds since the epoch at which the session's wall clock starts."""


class SandboxUnavailable(Exception):
    """The requested sandbox is unavailable: the message says what is missing and what to do. Never a module's fault."""


class SandboxError(Exception):
    """A call was refused, or ended, because of what the module did. `kind` says which limit it hit."""

    def __init__(self, kind: Kind, message: str, *, phase: Phase = "call") -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.message = message
        self.phase: Phase = phase


class ModuleRaised(SandboxError):
    """The module raised an exception of its own; the session stays alive."""

    def __init__(self, exception: str, message: str, line: int | None, *, phase: Phase = "call") -> None:
        super().__init__("raised", f"{exception}: {message}" if message else exception, phase=phase)
        self.exception = exception
        self.detail = message
        self.line = line
        """The last line of the module (1-based) that the exception passed through, if known."""


class Reply(NamedTuple):
    """The reply to one row: a value, or an error in its place."""

    value: Any = None
    error: SandboxError | None = None
    changed_arguments: bool = False
    """Whether the module changed its arguments in place (a claim; only set with `check_arguments`)."""

    def unwrap(self) -> Any:
        """Return the value. Raises: SandboxError, if the row has one."""
        if self.error is not None:
            raise self.error
        return self.value


class Session(Protocol):
    """One untrusted module, loaded. Not thread-safe."""

    functions: frozenset[str]
    """Names of the callables that the module defined when it was loaded (a claim)."""
    host_bytes: int
    """What its replies have taken of the caller's memory so far, estimated; `Limits.host_mb` bounds it."""

    @property
    def alive(self) -> bool:
        """False once the session has been closed, has died or was killed."""
        ...

    def call(self, function: str, *args: Any) -> Any:
        """Call once. Raises: SandboxError; after any kind but `raised` and `refused` the session is dead."""
        ...

    def call_many(
        self, function: str, rows: Iterable[Sequence[Any]], *, check_arguments: bool = False
    ) -> Iterator[Reply]:
        """Call once per row, streamed: one Reply per row, in order. Rows after the session's death get its error."""
        ...

    def close(self) -> None:
        """End the session and everything in it. Safe to call twice."""
        ...


class Launcher(Protocol):
    """One way to open sessions. Thread-safe."""

    name: str
    """`docker`, `local` ..."""
    level: str
    """The isolation actually in force, recorded in every manifest and result, e.g. `local+landlock7+seccomp`."""

    def open(self, module: Module, limits: Limits = ..., conditions: Conditions = ...) -> Session:
        """Load a module into its own session. Raises: SandboxError (phase `load`), SandboxUnavailable."""
        ...

    def close(self) -> None:
        """End every session and leave nothing behind."""
        ...
