"""Constants of the rule's parameters, which siblings change: a module has them, and its replies hang on each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.rule_parameters import changed_alone, missing_constants, rule_parameters, values_of
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.witness import same
from boxwright.harness.finding import Finding
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.gates.sweeps import shape_fault

PROBED = 60
"""Calls that are compared with one parameter changed."""


def unvaried(box: Box[Any], settings: GateSettings) -> list[Finding]:
    """Return what keeps siblings from changing the parameters of the rule. Raises: SandboxError."""
    own = values_of(box.description)
    if missing := missing_constants(box.source, own):
        message = "the module has no line `{}`, once and at its top level, for siblings to change"
        return [Finding(gate="loads", kind="parameter", message=message.format(line)) for line in missing]
    return list(_without_effect(box, settings)) if own else []


def _without_effect(box: Box[Any], settings: GateSettings) -> Iterator[Finding]:
    """Yield a finding for each constant that changes no reply with other values, or that spoils the shape of one."""
    own = values_of(box.description)
    calls = box.family.probes(box, derive(settings.seed, "varying"), PROBED)
    replies = list(box.replies(calls))
    for name in rule_parameters(box.description):
        changed = False
        for values in (each for each in changed_alone(box.description) if each[name] != own[name]):
            with box.varied(values) as other:
                for call, first, second in zip(calls, replies, list(other.replies(calls)), strict=True):
                    fault = shape_fault("loads", other, call, second)
                    if fault is not None:
                        said = f"with {name.upper()} = {values[name]}: {fault.message}"
                        yield fault.model_copy(update={"message": said})
                        return
                    changed = changed or not same(first, second)
        if not changed:
            message = f"no reply of {len(calls)} changes with another {name.upper()}: does the rule read it?"
            yield Finding(gate="loads", kind="parameter", message=message)
