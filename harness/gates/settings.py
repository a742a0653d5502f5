"""Common to all gates: their settings, their type, and how they report a failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.box import Box
from boxwright.harness.finding import Finding

THOROUGH: Mapping[str, Any] = {"sweep": 40_000, "sweep_seconds": 10.0, "pauses": (0.4,)}
"""What acceptance asks at its end, in place of the defaults: each of the sweeps within this budget."""


class GateSettings(BaseModel):
    """How much the gates try. The defaults are what a check asks; `thorough()` is what acceptance asks at its end."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int = 20_260_101
    """The seed of all that is drawn: inputs, their order, their number. The gates draw another for every code."""
    probes: int = 200
    """Sampled calls per gate, at least; up to a fifth more are drawn."""
    sweep: int = 2_000
    """Calls of one sweep: a whole small domain, or structured inputs."""
    sweep_seconds: float = 0.5
    """A sweep ends after this time, however few calls were made."""
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
    highest_floor: float = 0.5
    """The highest chance level that leaves something to discover."""
    near_misses: int = 24
    """Boxes with a small fault whose answers gate 7 plays; with 0 it measures nothing that is only noted."""
    max_findings: int = 3
    """Findings reported per gate."""

    def thorough(self) -> GateSettings:
        """Return the settings of the sweeps that end a build's acceptance."""
        return self.model_copy(update=THOROUGH)


ONLY_NOTED = ("glances", "measured", "near_misses")
"""What is measured when a box is built and not again: of these only a glance far above chance refuses a box."""


def only_noted(notes: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of a gate's notes that are not measured again."""
    return {name: notes[name] for name in ONLY_NOTED if name in notes}


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
