"""How many requests a build can make at most, known before the first."""

from __future__ import annotations

import math

from boxwright.agents.box.roles import CODE_REPAIRS
from boxwright.agents.runs.asking import MAX_OUTPUT_TOKENS, MAX_REQUEST_BYTES
from boxwright.agents.runs.cost import Bound
from boxwright.agents.runs.options import BuildSettings
from boxwright.harness.episode import REPAIRS

STRUCTURED_REPAIRS = 2


def most(settings: BuildSettings, *, prober: bool = False) -> Bound:
    """Return the bounds if every reply needs all its repairs, every query is sent back, and every revision is needed.

    With the `prober`, the tester makes no requests.
    """
    attempts = settings.max_revisions + 1
    code = 1 + CODE_REPAIRS
    structured = 1 + STRUCTURED_REPAIRS
    played = settings.test_turns * (2 + 2 * REPAIRS) + settings.test_samples * (1 + REPAIRS)
    planned = 2 * math.ceil(settings.test_turns / settings.test_batch) * structured if settings.test_batch > 1 else 0
    probed = 0 if prober else structured
    worked = structured if settings.work_out and settings.consensus == 1 and not prober else 0
    drawn = code if worked else 0  # asked for once, and of some families only
    others = settings.consensus - 1
    calls = {
        "coder": attempts * code + structured + others * code,
        "tester": 0 if prober else attempts * (played + planned + probed + worked) + drawn,
        "refiner": (attempts * (1 if prober else 2) + settings.max_revisions + others) * structured + attempts * worked,
    }
    return Bound(by_role=calls, output_per_call=MAX_OUTPUT_TOKENS, bytes_per_call=MAX_REQUEST_BYTES)
