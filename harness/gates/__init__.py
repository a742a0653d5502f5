"""The gates: what a box must pass to be accepted, and to stay accepted. None of them needs a model."""

from boxwright.harness.finding import Finding, GateResult
from boxwright.harness.gates.run import GATES, drawn_for, run_gate, run_gates, run_thoroughly
from boxwright.harness.gates.settings import GateSettings

__all__ = [
    "GATES",
    "Finding",
    "GateResult",
    "GateSettings",
    "drawn_for",
    "run_gate",
    "run_gates",
    "run_thoroughly",
]
