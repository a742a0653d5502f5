"""Part of gate 6: no call is slower than its family allows; neither noise nor a slow machine causes a refusal.

Noise only ever makes a call slower, so of several tries the quickest counts. And a machine that is slow, or busy all
the time, is slow at everything: a loop of known work, timed in between in the same sandbox, shows by how much, and
the limit grows with it. It never shrinks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.types import Call
from boxwright.harness.finding import Finding, show_call
from boxwright.sandbox import Module, Session

TRIES = 9
"""Number of tries, of which the quickest counts."""
DRAWN = 60
"""Calls within the domain that are timed besides its edges."""
LOOP_SECONDS = 0.003
"""The loop's time on the machine where the limits were set (CPython 3.13, an ordinary server of 2024)."""
_LOOP = Module(
    "def loop():\n    total = 0.0\n    for i in range(100_000):\n        total += i * 0.5\n    return total\n"
)


def slow_calls(box: Box[Any], seed: int = 0) -> list[Finding]:
    """Return a finding for the first call that is too slow, at the domain's edges or on sampled inputs.

    None where the family sets no limit. Raises: SandboxError, SandboxUnavailable.
    """
    family = box.family
    limit = family.slowest_call
    if limit is None:
        return []
    session = box.launcher.open(_LOOP, box.limits)
    try:
        calls = [*family.edges(box.rules), *family.probes(box, seed, DRAWN)]
        slow = next((call for call in calls if _slow(box, session, call, limit)), None)
        return [_finding(slow, limit)] if slow else []
    finally:
        session.close()


def _slow(box: Box[Any], reference: Session, call: Call, limit: float) -> bool:
    """Whether every try took longer than the limit; stops at the first that did not."""
    quickest = quickest_loop = float("inf")
    for _ in range(TRIES):
        quickest = min(quickest, _seconds(lambda: box.call(call.function, *call.args)))
        if quickest <= limit:
            return False
        quickest_loop = min(quickest_loop, _seconds(lambda: reference.call("loop")))
    return quickest > limit * max(1.0, quickest_loop / LOOP_SECONDS)


def _seconds(ask: Callable[[], Any]) -> float:
    began = time.perf_counter()
    ask()
    return time.perf_counter() - began


def _finding(call: Call, limit: float) -> Finding:
    message = f"takes longer than {round(limit * 1000)} ms, tried {TRIES} times; compute less, or larger steps"
    return Finding(gate="bounded", kind="slow", message=message, call=show_call(call))
