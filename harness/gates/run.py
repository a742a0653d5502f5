"""Runs the gates over a box, in their order (docs/add-a-box.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive
from boxwright.harness.episode import EpisodeFailed
from boxwright.harness.finding import Finding, GateResult, from_error
from boxwright.harness.gates import calls, players
from boxwright.harness.gates.settings import Gate, GateFailed, GateSettings
from boxwright.harness.gates.spending import spending
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
SWEEPING = ("repeatable", "examples", "bounded")
"""The gates that ask in great numbers, to a budget."""

_FATAL = {"timeout", "memory", "crashed", "protocol", "spent"}
"""After a finding of these kinds no further gate is run, because each would cost a session."""


def run_gates(
    box: Box[Any],
    settings: GateSettings | None = None,
    *,
    on_result: Callable[[GateResult], None] | None = None,
) -> list[GateResult]:
    """Run the gates; those that build on a failed one are left out.

    A box that does not load is not called again. The players' gates run only if all before them passed.
    Without settings they are drawn afresh for the box's code. A finding, and the first gate's notes, name the seed.
    Raises: SandboxUnavailable, which is never a finding.
    """
    settings = settings or drawn_for(box)
    results: list[GateResult] = []
    for name in GATES:
        if _pointless(name, results):
            break
        result = run_gate(name, box, settings)
        results.append(result)
        if on_result:
            on_result(result)
    return results


def run_thoroughly(box: Box[Any]) -> list[GateResult]:
    """Run the gates that sweep with what acceptance asks at its end. Raises: SandboxUnavailable."""
    settings = drawn_for(box).thorough()
    return [run_gate(name, box, settings) for name in SWEEPING]


def _pointless(name: str, results: list[GateResult]) -> bool:
    failed = [r for r in results if not r.passed]
    if not failed:
        return False
    fatal = any(f.kind in _FATAL for r in failed for f in r.findings)
    return fatal or failed[0].gate == "loads" or name in ("players", "leaks")


def drawn_for(box: Box[Any]) -> GateSettings:
    """Return settings whose seed nobody knows before the code is written, the same in every rebuild of that code."""
    return GateSettings(seed=derive("gates", box.code_hash))


def run_gate(name: str, box: Box[Any], settings: GateSettings | None = None) -> GateResult:
    """Run one gate by name. Raises: SandboxUnavailable, which is never a finding."""
    settings = settings or drawn_for(box)
    try:
        with spending(name, settings):
            return GateResult(gate=name, passed=True, notes=dict(GATES[name](box, settings)))
    except GateFailed as failed:
        findings = failed.findings[: settings.max_findings]
    except (SandboxError, BadOutput) as error:
        findings = [_of(name, error)]
    except EpisodeFailed as failed:
        if not failed.by_the_box:
            raise
        findings = [_of(name, failed.cause)]
    return GateResult(gate=name, passed=False, findings=tuple(findings), notes={"seed": settings.seed})


def _of(name: str, error: Exception) -> Finding:
    """Return what a gate finds where the box itself failed, asked by the gate or by an episode that it played."""
    if isinstance(error, SandboxError):
        return from_error(name, error)
    return Finding(gate=name, kind="shape", message=str(error))
