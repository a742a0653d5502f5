"""Common to all gates: their settings, their type, and how they report a failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.box import Box
from boxwright.harness.finding import Finding


class GateSettings(BaseModel):
    """How much the gates try. The defaults are what acceptance means."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int = 20_260_101
    """The seed of every sampled input."""
    probes: int = 200
    """Sampled calls per gate."""
    conditions: int = 12
    """Processes, besides the first two, with other clocks and random seeds."""
    repeats: int = 3_000
    """How often one process repeats the same call."""
    turns: int = 20
    """T for which the domain must be large enough."""
    samples: int = 8
    """K for which the domain must be large enough."""
    trials: int = 16
    """Test samples that the oracle and the trivial players answer."""
    margin: float = 0.25
    """How far above the chance level a trivial player may score over the trials."""
    highest_floor: float = 0.5
    """The highest chance level that leaves something to discover."""
    max_findings: int = 3
    """Findings reported per gate."""


class GateFailed(Exception):
    """A gate refuses the box."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(f.sentence() for f in findings))
        self.findings = list(findings)


Gate = Callable[[Box[Any], GateSettings], Mapping[str, Any]]
"""A gate returns notes for the manifest. Raises: GateFailed, SandboxError, BadOutput (all become findings)."""


def refuse_if(findings: Sequence[Finding]) -> None:
    """Raise GateFailed if there is any finding."""
    if findings:
        raise GateFailed(findings)
