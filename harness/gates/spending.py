"""What one gate may spend in all: time, and memory for the replies that it keeps. Each call has its own limits, too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from boxwright.blackboxes.sweep import weight
from boxwright.blackboxes.watch import Watch
from boxwright.harness.finding import Finding
from boxwright.harness.gates.settings import GateFailed, GateSettings
from boxwright.sandbox import Reply


class _Purse:
    def __init__(self, gate: str, settings: GateSettings) -> None:
        self.gate = gate
        self.watch, self.seconds = Watch(), settings.gate_seconds
        self.bytes = settings.gate_mb << 20
        self.megabytes = settings.gate_mb

    def pay(self, reply: Reply) -> None:
        self.bytes -= weight(reply.value)
        if self.bytes < 0:
            self._refuse(f"its replies take more than {self.megabytes} MB together; give smaller values")
        if self.watch.over(self.seconds):
            self._refuse(f"the gate takes more than {self.seconds:g} s in all; compute less, or give smaller values")

    def _refuse(self, message: str) -> None:
        raise GateFailed([Finding(gate=self.gate, kind="spent", message=message)])


_PURSE: ContextVar[_Purse | None] = ContextVar("purse", default=None)


@contextmanager
def spending(gate: str, settings: GateSettings) -> Iterator[None]:
    """Bound what one gate spends during the block."""
    before = _PURSE.set(_Purse(gate, settings))
    try:
        yield
    finally:
        _PURSE.reset(before)


def spend(reply: Reply) -> Reply:
    """Count one reply that a gate keeps, and return it. Raises: GateFailed beyond what the gate may spend."""
    purse = _PURSE.get()
    if purse is not None:
        purse.pay(reply)
    return reply
