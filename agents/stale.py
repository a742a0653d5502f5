"""Which accepted boxes are stale, and why: their description, exam, revisions or prompts are not what built them."""

from __future__ import annotations

from boxwright.blackboxes.prompts import prompt_versions
from boxwright.blackboxes.registry import Accepted

PROMPTS_CHANGED = "the agents' prompts have changed since it was built"


def why_stale(accepted: Accepted) -> str:
    """Return the reason, or an empty text."""
    if accepted.stale:
        return accepted.stale
    prompts = accepted.manifest.prompts
    return "" if prompts and prompts == prompt_versions(prompts) else PROMPTS_CHANGED
