"""Constants of the rule's parameters, which siblings change: a module has them, and its replies hang on each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.rule_parameters import changed_alone, missing_constants, values_of
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Call
from boxwright.blackboxes.witness import same
from boxwright.harness.finding import Finding
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.gates.sweeps import shape_fault
from boxwright.sandbox import Reply

PROBED = (60, 3_000)
"""Calls that are compared with one parameter changed; the second number where none of the first shows it."""


def unvaried(box: Box[Any], settings: GateSettings) -> list[Finding]:
    """Return what keeps siblings from changing the parameters of the rule. Raises: SandboxError."""
    if missing := missing_constants(box.source, values_of(box.description)):
        message = "the module has no line `{}`, once and at its top level, for siblings to change"
        return [Finding(gate="loads", kind="parameter", message=message.format(line)) for line in missing]
    left = changed_alone(box.description)
    for count in PROBED if left else ():
        calls = box.family.probes(box, derive(settings.seed, "varying", count), count)
        replies = list(box.replies(calls))
        for name, others in list(left.items()):
            changed = False
            for values in others:
                found = _asked(box.varied(values), calls)
                if isinstance(found, Finding):
                    said = f"with {name.upper()} = {values[name]}: {found.message}"
                    return [found.model_copy(update={"message": said})]
                changed = changed or not all(map(same, replies, found))
            if changed:
                del left[name]
        if not left:
            return []
    message = "no reply of {} changes with another {}: does the rule read it?"
    return [
        Finding(gate="loads", kind="parameter", message=message.format(f"{sum(PROBED):,}", name.upper()))
        for name in left
    ]


def _asked(other: Box[Any], calls: Sequence[Call]) -> list[Reply] | Finding:
    """Return the replies of a box with another parameter, or what is wrong with the first that is not as it should."""
    with other:
        replies = list[Reply]()
        for reply in other.replies(calls):
            replies.append(reply)
            if reply.error is not None:  # the next may take as long to end
                break
        faults = (shape_fault("loads", other, call, reply) for call, reply in zip(calls, replies, strict=False))
        return next(filter(None, faults), replies)
