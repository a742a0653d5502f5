"""Runs the gates over a box, in their order (docs/add-a-box.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput
from boxwright.harness.finding import Finding, GateResult, from_error
from boxwright.harness.gates import calls, players
from boxwright.harness.gates.settings import Gate, GateFailed, GateSettings
from boxwright.sandbox import SandboxError

GATES: Mapping[str, Gate] = {
    "loads": calls.loads,
    "deterministic": calls.deterministic,
    "repeatable": calls.repeatable,
    "examples": calls.examples,
    "domain": calls.domain,
    "bounded": calls.bounded,
    "players": players.players,
    "leaks": players.leaks,
}
"""Gate 1 to 8, by name."""

_FATAL = {"timeout", "memory", "crashed", "protocol"}
"""After a finding of these kinds no further gate is run, because each would cost a session."""


def run_gates(
    box: Box[Any],
    settings: GateSettings | None = None,
    *,
    on_result: Callable[[GateResult], None] | None = None,
) -> list[GateResult]:
    """Run the gates; those that build on a failed one are left out.

    A box that does not load is not called again. The players' gates run only if all before them passed.
    Raises: SandboxUnavailable, which is never a finding.
    """
    settings = settings or GateSettings()
    results: list[GateResult] = []
    for name in GATES:
        if _pointless(name, results):
            break
        result = run_gate(name, box, settings)
        results.append(result)
        if on_result:
            on_result(result)
    return results


def _pointless(name: str, results: list[GateResult]) -> bool:
    failed = [r for r in results if not r.passed]
    if not failed:
        return False
    fatal = any(f.kind in _FATAL for r in failed for f in r.findings)
    return fatal or failed[0].gate == "loads" or name in ("players", "leaks")


def run_gate(name: str, box: Box[Any], settings: GateSettings | None = None) -> GateResult:
    """Run one gate by name. Raises: SandboxUnavailable, which is never a finding."""
    settings = settings or GateSettings()
    try:
        return GateResult(gate=name, passed=True, notes=dict(GATES[name](box, settings)))
    except GateFailed as failed:
        return GateResult(gate=name, passed=False, findings=tuple(failed.findings[: settings.max_findings]))
    except SandboxError as error:
        return GateResult(gate=name, passed=False, findings=(from_error(name, error),))
    except BadOutput as error:
        finding = Finding(gate=name, kind="shape", message=str(error))
        return GateResult(gate=name, passed=False, findings=(finding,))
