"""Which accepted boxes are stale, and why: their description, exam, revisions or prompts are not what built them."""

from __future__ import annotations

from collections.abc import Collection

from boxwright.blackboxes.box import Family
from boxwright.blackboxes.environment import Entry, Environment
from boxwright.blackboxes.prompts import prompt_versions
from boxwright.blackboxes.registry import Accepted

PROMPTS_CHANGED = "the agents' prompts have changed since it was built"
"""Followed by which ones, with their versions."""
PROMPTS_GONE = "a prompt that it was built with no longer exists"


def why_stale(entry: Entry) -> str:
    """Return the reason, or an empty text."""
    if entry.stale or not isinstance(entry, Accepted):
        return entry.stale
    prompts = entry.manifest.prompts
    if not prompts:
        return PROMPTS_CHANGED
    try:
        today = _versions_today(prompts, entry.environment)
    except FileNotFoundError:
        return PROMPTS_GONE
    changed = [f"{name} is version {today[name]}, not {old}" for name, old in prompts.items() if today[name] != old]
    return f"{PROMPTS_CHANGED}: {', '.join(changed)}" if changed else ""


def _versions_today(names: Collection[str], environment: Environment) -> dict[str, int]:
    """Return the versions of prompts; a family's contract is the family's own, wherever its text is kept."""
    own: dict[str, int] = {}
    if isinstance(environment, Family) and environment.contract_name in names:
        own[environment.contract_name] = environment.contract.version
    return {**prompt_versions(name for name in names if name not in own), **own}
