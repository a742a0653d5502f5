"""The knowledge book that a player reads, by kind and language."""

from __future__ import annotations

from blackboxes.kumo.domain import canonical_json
from blackboxes.kumo.instance import Instance

KINDS = ("symbolic",)
LANGUAGES = ("en",)


def book_text(instance: Instance, kind: str, language: str) -> str:
    """Return the book of an instance that carries its outcomes: the exclusion table as JSON, one action a line."""
    lines = []
    for action in instance.actions:
        states = (instance.outcomes or {})[action].states
        lines.append(canonical_json({action: {state.label: list(state.rules_out) for state in states}}))
    return "\n".join(lines)
