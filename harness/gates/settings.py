"""Common to all gates: their settings, their type, and how they report a failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.box import Box
from boxwright.harness.finding import Finding

THOROUGH: Mapping[str, Any] = {"sweep": 40_000, "sweep_seconds": 10.0, "whole_seconds": 120.0, "pauses": (0.4,)}
"""What acceptance asks at its end, in place of the defaults: each of the sweeps within this budget."""

AGAIN: Mapping[str, Any] = {
    "probes": 100,
    "sweep": 800,
    "sweep_seconds": 0.2,
    "conditions": 3,
    "repeats": 500,
    "trials": 8,
    "near_misses": 0,
    "misreadings": 0,
}
"""What is asked of code that was accepted: its acceptance has asked more."""


class GateSettings(BaseModel):
    """How much the gates try: by default what a build asks of each version."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int = 20_260_101
    """The seed of all that is drawn: inputs, their order, their number. The gates draw another for every code."""
    probes: int = 200
    """Sampled calls per gate, at least; up to a fifth more are drawn."""
    sweep: int = 2_000
    """Calls of one sweep: a whole small domain, or structured inputs."""
    sweep_seconds: float = 0.5
    """A sweep ends after this time, however few calls were made ..."""
    whole_seconds: float = 0.0
    """... but goes on for so long until a domain of at most 200,000 inputs has been asked as a whole."""
    pause: float = 0.01
    """Most seconds between two calls where the gates ask as play does ..."""
    pauses: tuple[float, ...] = ()
    """... except for these."""
    gate_seconds: float = 120.0
    """What one gate may take in all."""
    gate_mb: int = 512
    """What the replies that a gate keeps may take in memory."""
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
    glance: float = 0.125
    """How far above it a player may score who only reads the prompt: one test in eight."""
    highest_floor: float = 0.5
    """The highest chance level that leaves something to discover."""
    near_misses: int = 72
    """Boxes with a small fault whose answers gate 7 plays; with 0 it measures nothing that is only noted."""
    misreadings: int = 144
    """Beliefs about texts that are played beside them, at most."""
    max_findings: int = 3
    """Findings reported per gate."""

    def thorough(self) -> GateSettings:
        """Return the settings of the sweeps that end a build's acceptance."""
        return self.model_copy(update=THOROUGH)

    def again(self) -> GateSettings:
        """Return the settings for code that was accepted before: of a check, and of a rebuild that writes the same."""
        return self.model_copy(update=AGAIN)


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
