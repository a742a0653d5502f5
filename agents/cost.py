"""What a build may cost at most, counted before anything is asked."""

from __future__ import annotations

import math
from dataclasses import dataclass

from agents.graph import BuildSettings
from agents.limits import MAX_OUTPUT_TOKENS, MAX_REQUEST_BYTES
from agents.roles import CODE_REPAIRS
from harness.episode import REPAIRS

STRUCTURED_REPAIRS = 2


@dataclass(frozen=True)
class Bound:
    """Upper bounds for one box; failed attempts that a provider bills come on top only if the provider fails."""

    calls: int
    input: int
    output: int
    output_per_call: int
    bytes_per_call: int


def most(settings: BuildSettings) -> Bound:
    """Return the bounds: every reply is repaired as often as allowed, every revision is needed."""
    attempts = settings.max_revisions + 1
    code = 1 + CODE_REPAIRS
    structured = 1 + STRUCTURED_REPAIRS
    played = (settings.test_turns + settings.test_samples) * (1 + REPAIRS)
    planned = math.ceil(settings.test_turns / settings.test_batch) * structured if settings.test_batch > 1 else 0
    agreed = (settings.consensus - 1) * (code + structured)
    calls = (
        attempts * (code + played + planned + structured) + structured + settings.max_revisions * structured + agreed
    )
    return Bound(
        calls=calls,
        input=calls * MAX_REQUEST_BYTES,
        output=calls * MAX_OUTPUT_TOKENS,
        output_per_call=MAX_OUTPUT_TOKENS,
        bytes_per_call=MAX_REQUEST_BYTES,
    )
