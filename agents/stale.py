"""Which accepted boxes are stale, and why: their description, exam, revisions or prompts are not what built them."""

from __future__ import annotations

from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.prompts import prompt_versions
from boxwright.blackboxes.registry import Accepted

PROMPTS_CHANGED = "the agents' prompts have changed since it was built"


def why_stale(entry: Entry) -> str:
    """Return the reason, or an empty text."""
    if entry.stale or not isinstance(entry, Accepted):
        return entry.stale
    prompts = entry.manifest.prompts
    return "" if prompts and prompts == prompt_versions(prompts) else PROMPTS_CHANGED
