"""The gates: what a box must pass to be accepted, and to stay accepted. No model is needed for any of them."""

from harness.gates.finding import Finding, GateResult
from harness.gates.run import GATES, run_gate, run_gates
from harness.gates.settings import GateSettings

__all__ = ["GATES", "Finding", "GateResult", "GateSettings", "run_gate", "run_gates"]
