"""Which accepted boxes are stale, and why: their description, exam, revisions or prompts are not what built them."""

from __future__ import annotations

from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.prompts import prompt_versions
from boxwright.blackboxes.registry import Accepted

PROMPTS_CHANGED = "the agents' prompts have changed since it was built"
PROMPTS_GONE = "a prompt that it was built with no longer exists"


def why_stale(entry: Entry) -> str:
    """Return the reason, or an empty text."""
    if entry.stale or not isinstance(entry, Accepted):
        return entry.stale
    prompts = entry.manifest.prompts
    try:
        current = bool(prompts) and prompts == prompt_versions(prompts)
    except FileNotFoundError:
        return PROMPTS_GONE
    return "" if current else PROMPTS_CHANGED
