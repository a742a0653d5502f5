"""Which accepted boxes are stale, and why: their description, exam, family or prompts are not what built them."""

from __future__ import annotations

from agents.graph import BuildSettings
from agents.journal import read_recording
from agents.kumo.author import prompts_hash as domain_prompts_hash
from agents.roles import prompts_hash
from harness.registry import Accepted

PROMPTS_CHANGED = "the agents' prompts have changed since it was built"


def why_stale(accepted: Accepted) -> str:
    """Return the reason, or an empty text. Raises: BoxwrightError for a recording that cannot be read."""
    if accepted.stale:
        return accepted.stale
    header, _ = read_recording(accepted.folder / "recording.jsonl")
    if accepted.description.family == "kumo":
        return "" if domain_prompts_hash() == header.prompts else PROMPTS_CHANGED
    extras = BuildSettings.model_validate(header.settings).extras()
    if prompts_hash(accepted.description.family, extras) != header.prompts:
        return PROMPTS_CHANGED
    return ""
