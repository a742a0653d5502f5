"""How many requests a domain can take at most, known before the first."""

from __future__ import annotations

from boxwright.agents.kumo.author import ROLE
from boxwright.agents.kumo.graph import DomainSettings
from boxwright.agents.runs.asking import CONTINUATIONS, MAX_OUTPUT_TOKENS, MAX_REQUEST_BYTES, REPAIRS
from boxwright.agents.runs.cost import Bound

CALLS = (1 + REPAIRS) * (1 + CONTINUATIONS)
"""Maximum calls for one question: every reply is cut, and unreadable, as often as allowed."""


def most_domain(settings: DomainSettings) -> Bound:
    """Return the bounds of one domain."""
    questions = 1 + settings.max_tables * (1 + settings.max_repairs)
    return Bound(
        by_role={ROLE: CALLS * questions},
        output_per_call=MAX_OUTPUT_TOKENS,
        bytes_per_call=MAX_REQUEST_BYTES,
    )
